#!/usr/bin/env node
console.log('issue-tracking-mock: not written yet');
