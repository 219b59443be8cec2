// Made by scripts/gather-stock-lists.mjs; do not edit. Facts (paths, sizes, GUIDs, hashes) from these public
// repositories:
// - github.com/Die4Ever/deus-ex-randomizer@0f592bfa43ea

/** Length of the list in bytes: 98 packages in 98 rows. */
export const length = 2960

/** The list: text, compressed by zlib, as base64. */
export const packed =
  'eNqNlttu2zAMhq+3h2nr1FnTy9pJmmx1m8FJi10JtM06QmQpoOUc3n5Iuh5gifZu+f0SRfI34QS29eXVlVgSSC11eVEcvtXW5JvvSYvEpsrA8nwqNag2DsTjn1isHu+W8dPsdxed1wp00VYMzooIiAPWIh0XQBu/YEqIsZJa5n4+MxaVH6VVUzLEEqL1s5UukEoyDVfLCxCuTVNjG1+f8U144wd3kl4lqqKbzlDJCLjLO9r1T0DGbNRRRySLElMLVhrtl85Al+5Y3lhiFC7QbBXzDs4P171+CDk/hH0Fhvy839BjOnVfFLJWCDusEHZWGf5nlR1WGnYmGPYm+KpIfgYDBVlb8kPMjC5/GV2Kk6kyj6m+SPovSa0hKLvuWBpdRt1pnpFqeJCvXZoX0PEapIjBs488unvoede7MAHauLP2CP2m8AjPE94bcr/qEefzUc9aG/E2H7FeHnV4edTnxduzYGzyzRGIofcEO+RxupZbnkSozJ7HU2hvqOBKLIBkLWKwkJsqq3sFYtlojYoXrsEiNCxWTcaxBC2ZNgw+H7DGghyjfggmOyS0lsP8XIKBeAZdoM6QShFXPdxU28YidYruoe7kTA9D8ZQj6AfIxIOzIt6pgkykUpmOw6vYhV+yp+4IhuKOEIaBiBq9cYv7wBNtCXSOrMD3b/NJF+7+uL0VE12UUGHAkgFLrlkSfpL0WFusLmOj02N90bSjhO3YGJt6cvBH4zUQ5BapZrjRu9PuPf0PMJIx5sZP5hYr5lB6ci7DlniwfrKat+OTQlpDTlSXUjt9mBws6vr0Y9MCU+k2bb4d084Npkg7dPIlC76Pq4jMvnbPrF6kLsz+PfwXU3v/1w=='
