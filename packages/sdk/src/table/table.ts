import { endpoints } from '@issue-tracking/model';
import { type Table, tableOf } from './table-of.ts';

/**
 * The operations, for the client to send and check by. Here they are made from the model; the build puts in the
 * finished data instead (`tsup.config.ts`), so that the published client carries no zod.
 */
export const table: Table = tableOf(endpoints);
