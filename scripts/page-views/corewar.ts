/** The Core War workbench: with nothing, with a battle that is replayed, with an error, with a link that is damaged. */
import type { Page } from 'playwright-core'
import { go, RUN_TIMEOUT as RUN } from './page-person.ts'
import type { PageView } from './page-view.ts'

/** The page begins with another one each time. */
const SEED = '1260658940'

/** A pane, where one or two are shown at a time. */
export async function showPane(page: Page, name: 'Source' | 'Battle' | 'Replay'): Promise<void> {
	const choice = page.getByRole('radio', { name, exact: true })
	if ((await choice.count()) > 0) await choice.check({ force: true })
}

/** The ladder, in the pane of battles. */
export async function openLadder(page: Page): Promise<void> {
	await showPane(page, 'Battle')
	await page.getByRole('radio', { name: 'Ladder' }).check({ force: true })
	await page.getByRole('heading', { name: 'Log' }).waitFor(RUN)
}

export async function openWorkbench(page: Page, fragment = ''): Promise<void> {
	await go(page, '/')
	await go(page, `/corewar${fragment}`)
	await page.getByRole('heading', { name: 'Core War' }).waitFor(RUN)
}

/** @param template begins the name of an entry of the menu */
export async function newWarrior(page: Page, template: string): Promise<void> {
	await page.getByRole('button', { name: 'New warrior' }).first().click()
	await page.getByRole('menuitem', { name: template }).click()
	await page.getByRole('textbox', { name: /^Source of/ }).waitFor(RUN)
}

/** Leaves the default two, Dwarf and Imp, among them. */
export async function fight(page: Page, rounds: number, ...more: readonly string[]): Promise<void> {
	for (const name of more) await page.getByRole('checkbox', { name, exact: true }).last().check()
	await page.getByRole('textbox', { name: 'Rounds' }).fill(String(rounds))
	await page.getByRole('textbox', { name: 'Seed' }).fill(SEED)
	await page.getByRole('button', { name: 'Fight' }).click()
	await page.getByRole('heading', { name: 'Result' }).waitFor(RUN)
	await page.getByRole('button', { name: 'Fight' }).waitFor(RUN)
}

/** @param round from 1, as the page counts */
export async function openRound(page: Page, round: number): Promise<void> {
	const rounds = page.getByRole('list', { name: 'Rounds' })
	await rounds
		.getByRole('button')
		.nth(round - 1)
		.click()
	await page.getByRole('heading', { name: `Replay of round ${round}` }).waitFor(RUN)
}

export const CORE_WAR_VIEWS: readonly PageView[] = [
	{
		name: 'corewar-empty',
		reach: async ({ page }) => {
			await openWorkbench(page)
			await page.getByText('No warriors of your own yet').waitFor(RUN)
		},
	},
	{
		name: 'corewar-replay',
		reach: async ({ page }) => {
			await newWarrior(page, 'Stone')
			await newWarrior(page, 'Vampire')
			await fight(page, 120, 'Paper', 'Stone', 'Scanner', 'Vampire')
			await openRound(page, 2)
			await page.getByRole('slider', { name: 'Cycle' }).fill('2000')
			await page.getByText('2,000 / ').waitFor(RUN)
		},
	},
	{
		name: 'corewar-error',
		reach: async ({ page }) => {
			await openWorkbench(page)
			const source = page.getByRole('textbox', { name: /^Source of/ })
			await source.fill(`;name ${'A long name '.repeat(12)}\nloop mov.i bomb, @nowhere\njmp loop`)
			await page.getByText(/error/).first().waitFor(RUN)
		},
	},
	{
		name: 'corewar-ladder',
		reach: async ({ page }) => {
			await openWorkbench(page)
			await openLadder(page)
			await page
				.getByText(/Name of your player|Upload for duels/)
				.first()
				.waitFor(RUN)
		},
	},
	{
		name: 'corewar-connect',
		reach: async ({ page }) => {
			await page.getByRole('button', { name: 'Play in another' }).click()
			await page.getByLabel('API key of your player there').waitFor(RUN)
		},
	},
	{
		name: 'corewar-bad-link',
		reach: async ({ page }) => {
			await openWorkbench(page, '#battle=1.damaged')
			await showPane(page, 'Battle')
			await page.getByText('This link cannot be opened').waitFor(RUN)
		},
	},
]
