/**
 * `npm run screenshots [folder] [state…]`: the page in its states (or in those that are named), at three
 * widths and in both themes, to be looked at. Starts its own stack with the simulated editor and the demo model.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { startStack } from './stack.ts'

const WIDTHS = [375, 1024, 1440] as const
const HEIGHT = 900
const THEMES = ['dark', 'light'] as const
/** The time of a state's last transition. */
const SETTLE_MS = 400
const RUN = { timeout: 60_000 }

const [, , out = join(tmpdir(), 'fairlead-screenshots'), ...only] = process.argv

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const ended = (page: Page) => page.getByRole('button', { name: 'Send' }).waitFor(RUN)
async function say(page: Page, text: string): Promise<void> {
	await composer(page).fill(text)
	await composer(page).press('Enter')
}

async function shoot(page: Page, name: string, whole = false): Promise<void> {
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: HEIGHT })
		for (const colorScheme of THEMES) {
			await page.emulateMedia({ colorScheme })
			await page.waitForTimeout(SETTLE_MS)
			await page.screenshot({
				path: join(out, `${name}-${width}-${colorScheme}.png`),
				fullPage: whole,
			})
		}
	}
	await page.setViewportSize({ width: 1440, height: HEIGHT })
}

/** The demo model costs nothing: numbers as a month of a small team has them. */
async function showUsage(page: Page, days: number): Promise<void> {
	const today = Date.parse('2026-11-22')
	const dayOf = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10)
	/** The number of people, who all used the same. */
	const used = (n: number, people = 1) => ({
		runs: people * (1 + (n % 7)),
		unpricedRuns: n % 11 === 0 ? people : 0,
		costUsd: people * (0.4 + ((n * 37) % 23) / 5),
		usage: {
			inputTokens: people * (42_000 + n * 3_100),
			outputTokens: people * (9_000 + n * 420),
			cacheReadTokens: people * (480_000 + n * 61_000),
			cacheWriteTokens: people * 31_000,
		},
	})
	const worked = Array.from({ length: days }, (_, n) => days - 1 - n).filter((n) => n % 7 > 1)
	const person = (name: string) => ({ kind: 'session', userId: `usr_${name}`, name })
	const models = ['anthropic/claude-sonnet-5', 'anthropic/claude-opus-5-5']
	const projectId = 'prj_0000000001'
	await page.route('**/api/usage/days?*', (route) =>
		route.fulfill({
			json: {
				from: dayOf(29),
				to: dayOf(0),
				days: worked.map((n) => ({ day: dayOf(n), ...used(n, 2) })),
				rows: worked.toReversed().flatMap((n) =>
					['Ada', 'Bartholomew Featherstonehaugh-Cholmondeley'].map((name, one) => ({
						...{ day: dayOf(n), projectId, by: person(name), model: models[one] },
						...used(n),
					})),
				),
				more: false,
			},
		}),
	)
	await page.goto(new URL('/usage', page.url()).href)
	await page.getByText(days === 0 ? /^Nothing was used/ : 'List price by day').waitFor(RUN)
}

/** Every state by the name of its pictures, ordered so that each leads to the next. */
const VIEWS: readonly (readonly [
	string,
	(page: Page) => Promise<unknown>,
	/** The whole length of the page, not only what the window shows. */
	{ readonly whole: true }?,
])[] = [
	['new', (page) => composer(page).waitFor(RUN)],
	[
		'run',
		async (page) => {
			await say(page, 'make a red cube above the floor and let it fall')
			await page
				.getByText(/came to rest on the floor/)
				.first()
				.waitFor(RUN)
			await ended(page)
		},
	],
	[
		'changes',
		async (page) => {
			await say(page, 'create five yellow cubes in a row')
			await page.getByRole('button', { name: '5 changes' }).waitFor(RUN)
			await page.getByRole('button', { name: '5 changes' }).click()
		},
	],
	[
		'question',
		async (page) => {
			await page.getByRole('button', { name: /What the agent may do/ }).click()
			await page.getByRole('menuitemradio', { name: /[Aa]sk/ }).click()
			await say(page, 'delete the floor')
			await page.locator('[data-question]').waitFor(RUN)
		},
	],
	[
		'denied',
		async (page) => {
			await page.getByRole('button', { name: 'Deny', exact: true }).click()
			await ended(page)
		},
	],
	[
		'revert',
		async (page) => {
			await page.getByRole('button', { name: 'Revert', exact: true }).last().click()
			await page.getByRole('button', { name: /Revert \d+ changes/ }).waitFor(RUN)
		},
	],
	[
		'reverted',
		async (page) => {
			await page.getByRole('button', { name: /Revert \d+ changes/ }).click()
			await page.getByText(/Reverted \d+ changes/).waitFor(RUN)
		},
	],
	[
		'palette',
		async (page) => {
			await page.keyboard.press('Control+k')
			await page.getByRole('combobox').waitFor(RUN)
		},
	],
	['projects', (page) => page.goto(new URL('/', page.url()).href)],
	[
		'project-settings',
		async (page) => {
			await page.getByRole('button', { name: /^Actions for/ }).click()
			await page.getByRole('menuitem', { name: 'Settings' }).click()
			await page.getByRole('textbox', { name: /New token/ }).fill('Studio desktop')
			await page.getByRole('button', { name: 'Create token' }).click()
			await page.getByText('is shown only once').waitFor(RUN)
		},
		{ whole: true },
	],
	[
		'settings',
		async (page) => {
			await page.goto(new URL('/settings', page.url()).href)
			await page.getByText('This browser', { exact: true }).waitFor(RUN)
		},
	],
	[
		'end-session',
		async (page) => {
			await page
				.getByRole('button', { name: /^(Sign out|End the session) of/ })
				.first()
				.click()
			await page.getByRole('dialog').waitFor(RUN)
		},
	],
	['usage', (page) => showUsage(page, 30), { whole: true }],
	['usage-none', (page) => showUsage(page, 0)],
]

const found = await findChromium()
if (!found.found) throw new Error(found.reason)
await mkdir(out, { recursive: true })
const dir = await mkdtemp(join(tmpdir(), 'fairlead-screenshots-'))
const stack = await startStack({ port: 0, dir, env: { ...process.env, ANTHROPIC_API_KEY: '' } })
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })
try {
	const page = await browser.newPage({ viewport: { width: 1440, height: HEIGHT } })
	await page.goto(stack.url)
	await page.getByText('Ready').first().waitFor(RUN)
	for (const [name, reach, how] of VIEWS) {
		await reach(page)
		if (only.length === 0 || only.includes(name)) await shoot(page, name, how?.whole)
	}
	const states = only.length || VIEWS.length
	console.log(`${states * WIDTHS.length * THEMES.length} pictures in ${out}`)
} finally {
	await browser.close()
	await stack.stop()
	await rm(dir, { recursive: true, force: true })
}
