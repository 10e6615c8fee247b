import * as z from 'zod/mini';
import type { Schema } from './scalars.ts';

/** A success that carries one thing (GEN-5). */
export interface Item<T> {
  data: T;
}

/** A success that carries a whole list. */
export interface List<T> {
  data: T[];
  /** How many there are. */
  total: number;
}

/** A list whose `total` one description of the endpoint omits (EP-1, GAP-18). */
export interface ListWithOptionalTotal<T> {
  data: T[];
  /** How many there are, when the service says so. */
  total?: number | undefined;
}

/** One page of a longer list (EP-5). */
export interface Page<T> extends List<T> {
  /** From 1. */
  page: number;
  totalPages: number;
}

const total = z.int().check(z.nonnegative());

/** Wraps one thing in `data` (GEN-5). */
export function itemOf<T>(schema: Schema<T>): Schema<Item<T>> {
  return z.looseObject({ data: schema });
}

/** Wraps a list in `data`, with its `total`. */
export function listOf<T>(schema: Schema<T>): Schema<List<T>> {
  return z.looseObject({ data: z.array(schema), total });
}

/** Wraps a list in `data`; `total` may be missing. */
export function listWithOptionalTotalOf<T>(schema: Schema<T>): Schema<ListWithOptionalTotal<T>> {
  return z.looseObject({ data: z.array(schema), total: z.optional(total) });
}

/** Wraps a page in `data`, with where it stands. */
export function pageOf<T>(schema: Schema<T>): Schema<Page<T>> {
  return z.looseObject({ data: z.array(schema), total, page: z.int().check(z.positive()), totalPages: total });
}
