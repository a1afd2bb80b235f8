/**
 * `npm run screenshots [folder]`: the page in its states, at three widths and in both themes, for
 * review. Starts its own stack with the simulated editor and the demo model.
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

const out = process.argv[2] ?? join(tmpdir(), 'fairlead-screenshots')

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const ended = (page: Page) => page.getByRole('button', { name: 'Send' }).waitFor(RUN)
async function say(page: Page, text: string): Promise<void> {
	await composer(page).fill(text)
	await composer(page).press('Enter')
}

async function shoot(page: Page, name: string): Promise<void> {
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: HEIGHT })
		for (const colorScheme of THEMES) {
			await page.emulateMedia({ colorScheme })
			await page.waitForTimeout(SETTLE_MS)
			await page.screenshot({ path: join(out, `${name}-${width}-${colorScheme}.png`) })
		}
	}
	await page.setViewportSize({ width: 1440, height: HEIGHT })
}

/** Every state by the name of its pictures, ordered so that each leads to the next. */
const VIEWS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
	['new', (page) => composer(page).waitFor(RUN)],
	[
		'run',
		async (page) => {
			await say(page, 'make a red cube above the floor and let it fall')
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
	for (const [name, reach] of VIEWS) {
		await reach(page)
		await shoot(page, name)
	}
	console.log(`${VIEWS.length * WIDTHS.length * THEMES.length} pictures in ${out}`)
} finally {
	await browser.close()
	await stack.stop()
	await rm(dir, { recursive: true, force: true })
}
