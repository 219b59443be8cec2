// Made by scripts/gather-stock-lists.mjs; do not edit. Facts (paths, sizes, GUIDs, hashes) from these public
// repositories:
// - github.com/InsultingPros/KillingFloor@81026160dc9c

/** Length of the list in bytes: 61 packages in 61 rows. */
export const length = 1677

/** The list: text, compressed by zlib, as base64. */
export const packed =
  'eNp9lN1um1AMx6+3d6FVsydoIImyBREFqu3WgAsuBxv5nJM1bz9RJVNbrN7657+PP46dw+Tv16fkkWNN/i6G1TcfpBm+51ewpmcVHwySAl+E30AtHP1/kG2SjcNmS+hab3HyjRMfFY2o+wbfCT+ycrg4YktVOohdH1B7id5yqP4SVzLWi7BptU0ez6C0yHQmaa8yoqVJKUCLzkJf1n91OMAZdgQcVqYDNjjWqGZ0ibXDDMYROrTEW2jwh6XcoYQedQQz64P48AwUegvm0I1gg2hGK7SmAG71mWV58iD8kKQKvv+c/Q3m9Hqt3YAl6oQcjH+Q5ckjB3DRW8TX6INYKJVxUvQeWwNmm2SnyC26X4iTkVS2SfYqTI3NCk9KfmXArYuvVn92sPxWWT4vRpCxNgLt+RmVxdLwCzZB1BR5aknMXs31ZEjhYugOeCYIPbChKxqEWyM+kmMvtXir2qOL3FmjPEUfIIhSHI00KhlAYSuKy9s0YwVi4i6Dy4IW88SXt2e2/4w8XEDbxYNFnhQxnKjrlks5w1MkhkDCFiwb0abHdgO63K43B5ziMMSdaGemVUYOOE5uAaunKlmfLGtabS1zlpvWIn8/mvLiA47367n+IzTDXbz24grKAUBfLPLEiuB2MJ/Mj8H+mMbfCJOwv9n/AecLN5I='
