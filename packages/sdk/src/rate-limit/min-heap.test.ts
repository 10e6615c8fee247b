import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MinHeap } from './min-heap.ts';

test('a heap gives its numbers back in order, whatever is added and taken in between', () => {
  const step = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant('take' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const heap = new MinHeap();
      const sorted: number[] = [];
      for (const step of steps) {
        if (step === 'take') {
          heap.removeMin();
          sorted.shift();
        } else {
          heap.add(step);
          sorted.push(step);
          sorted.sort((a, b) => a - b);
        }
        expect([heap.size, heap.min]).toEqual([sorted.length, sorted[0] ?? Number.POSITIVE_INFINITY]);
      }
    }),
    { numRuns: 500 },
  );
});
