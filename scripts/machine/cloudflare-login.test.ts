/** `npm run deploy` without a login says what to do, in a terminal and on a build server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../children.ts'
import { ROOT } from '../paths.ts'
import { SIGN_IN_FIRST, signInAdvice } from './cloudflare-login.ts'

let home: string
beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), 'fairlead-deploy-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

test('a deploy without a login names the command, at once, and none of wrangler’s options', async () => {
	const { CLOUDFLARE_API_TOKEN: _, CLOUDFLARE_API_KEY: __, ...rest } = process.env
	const env = {
		...rest,
		HOME: home,
		USERPROFILE: home,
		XDG_CONFIG_HOME: home,
	}
	const { code, output } = await run(join(ROOT, 'scripts', 'deploy.ts'), [], { env })
	expect(code).toBe(1)
	expect(output).toContain('npx wrangler login')
	expect(output).not.toContain('--temporary')
	expect(output).not.toContain('Building')
})

test('other failures keep their own words', () => {
	expect(signInAdvice('✘ [ERROR] fetch failed')).toBeNull()
	for (const said of [
		'You must be logged in to use wrangler',
		'✘ [ERROR] A request to the Cloudflare API failed. Authentication error [code: 10000]',
		'You are not authenticated. Please run `wrangler login`.',
	])
		expect(signInAdvice(said)).toBe(SIGN_IN_FIRST)
})
