/** The URL of a file in dist/. Throws when the build that the tests start with has failed. */
export function builtFile(path: string): string {
  const buildError = process.env.SALTA_TEST_BUILD_ERROR;
  if (buildError !== undefined) throw new Error(buildError);
  return new URL(`../../dist/${path}`, import.meta.url).href;
}
