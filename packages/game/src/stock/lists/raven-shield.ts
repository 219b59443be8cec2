// Made by scripts/gather-stock-lists.mjs; do not edit. Facts (paths, sizes, GUIDs, hashes) from these public
// repositories:
// - github.com/FilRip/RainbowSix_RavenShield@19738b728c35

/** Length of the list in bytes: 30 packages in 30 rows. */
export const length = 815

/** The list: text, compressed by zlib, as base64. */
export const packed =
  'eNqFj09rwzAMR8/bh2lJC72X9M96CIykY7sN1RapWGIZyc3Wbz/KLktsk+t7T4hfBV6XZwFy5NrPCygZXYj2TxrYfD1XI40/vmOlAfPJC2uAFou5YDUXrLNBzdyXHYIU88lqPsk/0itzINf+C5q7BuyXJQsubmO2txRYIupaclF7oPj+CD2+dnCf8pPfyTCF9abQ8I7g2Wns1mKzbnvRIGBCbMorPARK4mqHaoR8IHaxTG+sN49FadqgDGQSskJ3i2lz+Ijh38Ij2BaD5nRKkLP8PeVvThC6vY34OP8FEw0m0Q=='
