// Made by scripts/gather-stock-lists.mjs; do not edit. Facts (paths, sizes, GUIDs, hashes) from these public
// repositories:
// - github.com/Ionnyx/InterludeClient@3af165d3e9fd
// - github.com/Nemilost/System-ru@bb6fe43f27b5
// - github.com/TerryGomes/System_Gracia_Final_W10@fe7030280fa4
// - github.com/sbstntbcastro/L2Hardcore-Patches@1684703fb503
// - github.com/solutionXL/Client202501@b8e2eccf107b
// - github.com/zevskiy/patch@9208e891cf9c

/** Length of the list in bytes: 42 packages in 42 rows. */
export const length = 1192

/** The list: text, compressed by zlib, as base64. */
export const packed =
  'eNqF1MFOwzAMBuAzPAxj3QbsCkIIaXDZA0xZ4nbWEqdyk1V7eyRaDiRzcvWXX44jOfvrEMAt3pQDVu9tCzp8Uusf4t0QvD7f7yfXniGtgcHgOatSh5SdbTHPd8pBb9U1rSMF4FbpLIC94UtatEigOtAMKsS8ycwGtBcIfodOcTfh9CJNUQ+vLPiHMOHc2XkaAkjhr0mXjxVfVryp+Kp8u6bMlfS63HxT5qcyP5f5pczbCm+FyajXskiP/d3rlUxrmTYyHY4sXwSkRRk0EOCNFf/zM1p7eyfmExc4obbSpo2KGfNvgUYk48e0HA0cY+eAYib/Az+N77du'
