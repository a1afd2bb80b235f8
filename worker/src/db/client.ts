/** The D1 database through drizzle. Queries stand in the other files here, one per noun. */
import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

export type Database = DrizzleD1Database

export const database = (d1: D1Database): Database => drizzle(d1)
