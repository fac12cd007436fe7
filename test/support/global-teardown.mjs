/** After the tests of the project "api": stops what their set-up started. */
export default async function globalTeardown() {
  await globalThis.saltaTestPostgres?.stop();
}
