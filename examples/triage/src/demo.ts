import { placeholder as mock } from '@issue-tracking/mock';
import { placeholder as sdk } from '@issue-tracking/sdk';

console.log(`demo: ${sdk}, ${mock}`);
