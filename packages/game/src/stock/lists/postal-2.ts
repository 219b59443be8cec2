// Made by scripts/gather-stock-lists.mjs; do not edit. Facts (paths, sizes, GUIDs, hashes) from these public
// repositories:
// - github.com/ZeaZolf/Postal2STPUnrealScript@18d1117cc3fe

/** Length of the list in bytes: 27 packages in 27 rows. */
export const length = 627

/** The list: text, compressed by zlib, as base64. */
export const packed =
  'eNp1kE0OgjAQRtd6GE28AQgYFiQkhei2wKiNpUOmLYTbG2LcdMr2vfn9xGodjOekrGX/OfmDddh/juJHU2mheMRoDThpCM0VibF8UA6JUfNShtUWivcXtbjJkWN21lbVrBPYUJRmBuOQViamjOYQVkgQW1h57dT2elTsdgjnn8/QxNOr0TqpL7FRApyfGHyD1iFsU8LFAgu8zaDzrwqMZ8YQSJ0PjDd7oxoBNAMlw6gMk3foOFNmwOWPv7bt4ao='
