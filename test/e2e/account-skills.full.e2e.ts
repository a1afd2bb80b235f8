/** A person's own skills: added in the settings, offered and loaded in a conversation, changed, removed. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { go } from '../../scripts/page-views/page-person.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { composerOf, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { editorReady, ownStackWithModel } from './stack-kit.ts'

let page: Page
let complaints: string[]
let model: FakeAnthropic
let stack: Stack
beforeAll(async () => {
	const started = ownStackWithModel()
	const own = await ownPage(started)
	;({ page, complaints } = own)
	;({ stack, model } = await started)
	await editorReady(stack)
	return own.close
})

/** Those of the run; a title is asked for without tools. */
const requests = () => model.requests.filter(({ body }) => body['tools'] !== undefined)
const lastRequest = () => JSON.stringify(requests().at(-1)?.body)

async function ask(question: string, answer: string): Promise<void> {
	await go(page, `/p/${stack.projectId}`)
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await say(page, question)
	await page.getByText(answer).first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
}

const loads = (answer: string) => {
	model.script(
		calls({ id: 'toolu_skill', name: 'load_skill', input: { name: 'gates' } }),
		text(answer),
	)
}

const SKILL_MD = '---\nname: gates\ndescription: How gates are built.\n---\nGates are 2.2 m high.\n'

test('a SKILL.md that is added in the settings is offered by name and loaded', async () => {
	await go(page, '/settings')
	await page.getByRole('button', { name: 'Add skill' }).click(RUN_TIMEOUT)
	const form = page.getByRole('form', { name: 'Add a skill' })
	await form.getByLabel('SKILL.md').setInputFiles({
		name: 'SKILL.md',
		mimeType: 'text/markdown',
		buffer: Buffer.from(SKILL_MD),
	})
	await expect
		.poll(() => form.getByLabel('Instructions', { exact: true }).inputValue())
		.toBe('Gates are 2.2 m high.')
	await form.getByRole('button', { name: 'Store skill' }).click()
	await page.getByRole('button', { name: 'Edit the skill gates' }).waitFor(RUN_TIMEOUT)
	loads('They are 2.2 m high.')
	await ask('how high are gates?', 'They are 2.2 m high.')
	const [first] = requests().slice(-2)
	expect(JSON.stringify(first?.body)).toContain('- gates: How gates are built.')
	expect(lastRequest()).toContain('Gates are 2.2 m high.')
	await page.getByText('Loaded the skill').first().waitFor()
	expect(complaints).toEqual([])
})

test('a changed skill is loaded as it is now', async () => {
	await go(page, '/settings')
	await page.getByRole('button', { name: 'Edit the skill gates' }).click(RUN_TIMEOUT)
	const form = page.getByRole('form', { name: 'Edit the skill gates' })
	await form.getByLabel('Instructions', { exact: true }).fill('Gates are 2.4 m high.')
	await form.getByRole('button', { name: 'Store skill' }).click()
	await form.waitFor({ state: 'detached' })
	loads('Now they are higher.')
	await ask('and now?', 'Now they are higher.')
	expect(lastRequest()).toContain('Gates are 2.4 m high.')
	expect(lastRequest()).not.toContain('Gates are 2.2 m high.')
	expect(complaints).toEqual([])
})

test('a removed skill is no longer offered', async () => {
	await go(page, '/settings')
	await page.getByRole('button', { name: 'Remove the skill gates' }).click(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Remove skill' }).click()
	const skills = page.getByRole('region', { name: 'Your skills' })
	await skills.getByText('None yet.').waitFor(RUN_TIMEOUT)
	model.script(text('I know of none.'))
	await ask('which skills are there?', 'I know of none.')
	expect(lastRequest()).not.toContain('How gates are built.')
	expect(model.requests.flatMap(({ violations }) => violations)).toEqual([])
	expect(complaints).toEqual([])
})
