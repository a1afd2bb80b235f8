/** The section "Your skills": a list, the form, and a file that is not a skill. */
import type { AccountSkillList } from '@fairlead/protocol/projects/skills'
import type { Page } from 'playwright-core'
import { go, RUN_TIMEOUT as RUN } from './page-person.ts'
import { type PageView, showFrom } from './page-view.ts'

const HOUR_MS = 3_600_000
const SKILLS: AccountSkillList['skills'] = [
	{
		name: 'level-design',
		description: 'Sizes of doors, stairs and corridors. Use it before building rooms.',
		updatedAt: Date.now() - 3 * HOUR_MS,
	},
	{
		name: 'a-name-that-is-as-long-as-a-name-of-a-skill-is-allowed-to-be-xx',
		description: 'Lighting of interiors at night, with baked and real-time lights. '.repeat(12),
		updatedAt: Date.now() - 900 * HOUR_MS,
	},
]

async function show(page: Page, skills = SKILLS): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.route('**/api/skills', (route) => route.fulfill({ json: { skills } }))
	await go(page, '/settings')
	const heading = page.getByRole('heading', { name: 'Your skills' })
	await heading.waitFor(RUN)
	await page.getByRole('button', { name: 'Add skill' }).waitFor(RUN)
	await showFrom(heading)
}

export const SKILL_VIEWS: readonly PageView[] = [
	{ name: 'skills', reach: ({ page }) => show(page), whole: true },
	{ name: 'skills-none', reach: ({ page }) => show(page, []) },
	{
		name: 'skills-add',
		reach: async ({ page }) => {
			await show(page)
			await page.getByRole('button', { name: 'Add skill' }).click()
			const form = page.getByRole('form', { name: 'Add a skill' })
			await form.getByLabel('SKILL.md').setInputFiles({
				name: 'SKILL.md',
				mimeType: 'text/markdown',
				buffer: Buffer.from('# Doors'),
			})
			await form.getByText('has no front matter').waitFor(RUN)
			await form.getByLabel('Name', { exact: true }).fill('Doors!')
			await form.getByLabel('Description', { exact: true }).fill('Doors and gates')
			await form.getByText('Use lower-case letters').waitFor(RUN)
			await showFrom(form)
		},
	},
	{
		name: 'skills-remove',
		reach: async ({ page }) => {
			await show(page)
			await page.getByRole('button', { name: 'Remove the skill level-design' }).click()
			await page.getByRole('dialog').waitFor(RUN)
		},
	},
]
