import type { Panel } from '../../state/panel.ts';

/** Downloads all records as a world file, for `createMock({ world })` and `--world`. */
export async function exportWorld(panel: Panel): Promise<void> {
  await panel.attempt(async () => {
    const world = await panel.call('exportWorld');
    const url = URL.createObjectURL(new Blob([JSON.stringify(world, null, 2)], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'world.json';
    link.click();
    URL.revokeObjectURL(url);
  }, 'Saved: world.json');
}
