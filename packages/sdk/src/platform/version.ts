import manifest from '../../package.json' with { type: 'json' };

/** The version of this package. The build keeps only this of the manifest. */
export const version: string = manifest.version;
