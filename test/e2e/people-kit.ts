/** More accounts than the owner's, in the database of a stack. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext } from 'playwright-core'
import type { OwnStack } from './stack-kit.ts'

const D1 = ['state', 'v3', 'd1', 'miniflare-D1DatabaseObject']
const HOUR_MS = 3_600_000
/** The Worker writes to the same file. */
const BUSY_MS = 5_000

/** A browser in which this new person is signed in. */
export async function newPerson(
	browser: Browser,
	{ stack, dir }: Pick<OwnStack, 'stack' | 'dir'>,
	name: string,
): Promise<BrowserContext> {
	const folder = join(dir, ...D1)
	const file = readdirSync(folder).find((one) => /^[0-9a-f]{64}\.sqlite$/.test(one))
	if (file === undefined) throw new Error(`No database in ${folder}.`)
	const secret = randomBytes(32).toString('base64url')
	const hash = createHash('sha256').update(secret).digest('hex')
	const id = `usr_${randomBytes(12).toString('hex')}`
	const database = new DatabaseSync(join(folder, file))
	try {
		database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
		database
			.prepare("INSERT INTO users (id, name, role, created_at) VALUES (?, ?, 'member', ?)")
			.run(id, name, Date.now())
		database
			.prepare(
				'INSERT INTO sessions (id, user_id, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
			)
			.run(id.replace('usr', 'ses'), id, hash, Date.now(), Date.now() + HOUR_MS)
	} finally {
		database.close()
	}
	const context = await browser.newContext()
	await context.addCookies([{ name: 'fairlead', value: secret, url: stack.origin }])
	return context
}
