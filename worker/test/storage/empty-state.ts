/** Every file begins with no objects and an empty, migrated database: the file before it ran in the same isolate. */
import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

await reset()
await applyD1Migrations(env.DB, (env as { MIGRATIONS: D1Migration[] }).MIGRATIONS)
