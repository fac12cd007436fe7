/** Ends a jest run with one plain line, `N passed, N failed`, counted from the results; suites that could not run count as failed. */
module.exports = class TotalsReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed${tail}\n`);
  }
};
