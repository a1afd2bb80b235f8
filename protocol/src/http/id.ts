/** Ids of the API. */
import * as z from 'zod/mini'

/** Ids are `<prefix>_<24 characters of base32 Crockford, lower case>`, sortable by creation. */
export const Id = z.string().check(z.regex(/^[a-z]{2,4}_[0-9a-z]{10,40}$/))
