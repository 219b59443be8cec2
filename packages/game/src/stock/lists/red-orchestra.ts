// Made by scripts/gather-stock-lists.mjs; do not edit. Facts (paths, sizes, GUIDs, hashes) from these public
// repositories:
// - github.com/KillingFloorNet/killingfloor-ucc-tools@e3200b0891b6

/** Length of the list in bytes: 24 packages in 24 rows. */
export const length = 691

/** The list: text, compressed by zlib, as base64. */
export const packed =
  'eNp10T1Pw0AMBuAZ/gugSiwdQR0qQhTUVgxsLzkrPdmx0fmuVfLrGUBiMasfS/54e3z5w2G4eypI98XmG6828m3/W34GO/QdIrSEXOBnRkhul1io0Jo1JMHIOywvTcJxpgmFLhbYDrrmKYA9pYn2FlGHxvDmEZnmyd8EdY20wHXJA9cFnyVsWBpbuGjXikBTR+4kgb+SZp3iOHqoZmZI9LwhkXsIk1CyayAHsF3zSAEdZxNS52OF0Iwa9lTIz67/XnMaz1QY7lGepyYYWnXOpUYhfJxztTmXzfZx88ffET70DA=='
