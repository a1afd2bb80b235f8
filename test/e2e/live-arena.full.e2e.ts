/** A person's player in another server's arena, on the page: connected with its key, played with, and disconnected. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newWarrior, openLadder, openWorkbench } from '../../scripts/page-views/corewar.ts'
import { ArenaClient } from '../../worker/src/arena/client/client.ts'
import { resultOf } from '../../worker/test/arena/arena-contract.ts'
import { ModelWarDouble } from '../../worker/test/arena/modelwar-double.ts'
import { type Listening, listen } from '../../worker/test/listen.ts'
import { ownPage, RUN_TIMEOUT } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
let server: Listening
const double = new ModelWarDouble()
/** The person's key in the other arena. */
let key: string
beforeAll(async () => {
	server = await listen(double.handle)
	const client = (of: string | null) =>
		new ArenaClient({
			backend: {
				title: 'The double',
				send: (path, init) => {
					const headers = new Headers(init.headers)
					if (of !== null) headers.set('authorization', `Bearer ${of}`)
					return double.handle(new Request(`${server.origin}${path}`, { ...init, headers }))
				},
			},
		})
	key = resultOf(await client(null).register('Grace')).api_key
	const rival = resultOf(await client(null).register('Rival')).api_key
	resultOf(await client(rival).uploadWarrior('Imp', 'mov 0, 1'))
	const own = await ownPage(ownStack())
	page = own.page
	return async () => {
		await own.close()
		await server.close()
	}
})

const arena = () => page.getByRole('region', { name: 'Arena' })
const log = () => page.getByRole('region', { name: 'Log' })

test('a key that the arena does not know is not stored, and one that it knows is shown by its end', async () => {
	await openWorkbench(page)
	await newWarrior(page, 'Dwarf')
	await openLadder(page)
	await arena().getByText('This server’s arena').waitFor(RUN_TIMEOUT)
	await arena().getByRole('button', { name: 'Play in another' }).click()
	await arena().getByRole('textbox', { name: 'Address' }).fill(server.origin)
	const field = arena().getByLabel('API key of your player there')
	await field.fill('not-the-key-of-anybody')
	await arena().getByRole('button', { name: 'Connect' }).click()
	await arena()
		.getByText(/refused this key/)
		.waitFor(RUN_TIMEOUT)
	await field.fill(key)
	await arena().getByRole('button', { name: 'Connect' }).click()
	await arena().getByText(new URL(server.origin).host).waitFor(RUN_TIMEOUT)
	await arena().getByText('You and your agent play there as Grace.').waitFor(RUN_TIMEOUT)
	await arena()
		.getByText(`…${key.slice(-4)}`)
		.waitFor(RUN_TIMEOUT)
	expect(await page.content()).not.toContain(key)
})

test('the ladder is that arena’s: its players, an upload, a challenge, and the battle again', async () => {
	await page.getByRole('row', { name: /Rival/ }).waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Upload for duels' }).click()
	await log().getByText('Uploaded Dwarf for duels: 4 instructions.').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Challenge Rival' }).click()
	await log()
		.getByText(/^(Won|Lost|Tied) against Rival, \d+–\d+–\d+\. Rating/)
		.waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Rival', exact: true }).click()
	await page.getByRole('button', { name: /against Grace/ }).click()
	await page.getByText('A battle of another arena, fought again here').waitFor(RUN_TIMEOUT)
	await page.getByRole('heading', { name: 'Replay of round 1' }).waitFor(RUN_TIMEOUT)
})

test('disconnected, the ladder is this server’s again, and nothing of the other one is left', async () => {
	await openLadder(page)
	await arena().getByRole('button', { name: 'Disconnect' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
	await arena().getByText('This server’s arena').waitFor(RUN_TIMEOUT)
	await page.getByRole('textbox', { name: 'Name of your player' }).waitFor(RUN_TIMEOUT)
	await page.getByText('Nobody is on this leaderboard yet').waitFor(RUN_TIMEOUT)
})
