import * as z from 'zod/mini';
import { type Schema, wholeNumber } from './scalars.ts';

// GEN-5
/** A success with one item. */
export interface Item<T> {
  data: T;
}

/** A success with a whole list. */
export interface List<T> {
  data: T[];
  /** Number of entries. */
  total: number;
}

// EP-1, GAP-18
/** A list that may come without its `total`. */
export interface ListWithOptionalTotal<T> {
  data: T[];
  /** Number of entries, if the service says it. */
  total?: number | undefined;
}

// EP-5
/** One page of a longer list. */
export interface Page<T> extends List<T> {
  /** From 1. */
  page: number;
  totalPages: number;
}

const total = wholeNumber(0);

/** Wraps one item in `data`. */
export function itemOf<T>(schema: Schema<T>): Schema<Item<T>> {
  // enforces GEN-5
  return z.looseObject({ data: schema });
}

/** Wraps a list in `data`, with its `total`. */
export function listOf<T>(schema: Schema<T>): Schema<List<T>> {
  return z.looseObject({ data: z.array(schema), total });
}

/** Wraps a list in `data`; `total` may be missing. */
export function listWithOptionalTotalOf<T>(schema: Schema<T>): Schema<ListWithOptionalTotal<T>> {
  // enforces EP-1
  return z.looseObject({ data: z.array(schema), total: z.optional(total) });
}

/** Wraps a page in `data`, with its position. */
export function pageOf<T>(schema: Schema<T>): Schema<Page<T>> {
  // enforces EP-5
  return z.looseObject({ data: z.array(schema), total, page: wholeNumber(1), totalPages: total });
}
