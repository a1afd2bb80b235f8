/** The project's notes and skills: read by themselves, shown on the page, told when they change. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { editorReady, ownStackWithModel } from './stack-kit.ts'

let page: Page
let complaints: string[]
let model: FakeAnthropic
let folder: string
beforeAll(async () => {
	const started = ownStackWithModel()
	const own = await ownPage(started)
	;({ page, complaints } = own)
	const { stack, model: behind } = await started
	model = behind
	folder = stack.projectFolder
	await editorReady(stack)
	return own.close
})

async function put(path: string, content: string): Promise<void> {
	await mkdir(dirname(join(folder, path)), { recursive: true })
	await writeFile(join(folder, path), content)
}

/** Those of the run; a title is asked for without tools. */
const requests = () => model.requests.filter(({ body }) => body['tools'] !== undefined)
const lastRequest = () => JSON.stringify(requests().at(-1)?.body)

test('notes are shown when they are read, and told again only when they have changed', async () => {
	await put('FAIRLEAD.md', 'Doors are called Gate.')
	model.script(text('Hello.'), text('Still here.'), text('I see.'))
	await say(page, 'hello')
	await page.getByText('Read FAIRLEAD.md · 22 B').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	expect(lastRequest()).toContain('Doors are called Gate.')
	expect(lastRequest()).toContain('[The editor: project ')
	await say(page, 'and again')
	await page.getByText('Still here.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	expect(lastRequest().split('Doors are called Gate.')).toHaveLength(2)
	await put('FAIRLEAD.md', 'Doors are called Portal.')
	await say(page, 'what changed?')
	await page.getByText('Read FAIRLEAD.md · 24 B').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	expect(lastRequest()).toContain('Doors are called Portal.')
	expect(complaints).toEqual([])
})

test('a skill is offered by its name, and loaded without an approval', async () => {
	const skill = '---\nname: gates\ndescription: How gates are built.\n---\nGates are 2.2 m high.\n'
	await put('.fairlead/skills/gates/SKILL.md', skill)
	await put('.claude/skills/broken/SKILL.md', 'No front matter.')
	model.script(
		calls({ id: 'toolu_skill', name: 'load_skill', input: { name: 'gates' } }),
		text('They are 2.2 m high.'),
	)
	await say(page, 'how high are gates?')
	await page.getByText('They are 2.2 m high.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	const [first] = requests().slice(-2)
	expect(JSON.stringify(first?.body)).toContain('- gates: How gates are built.')
	expect(lastRequest()).toContain('Gates are 2.2 m high.')
	await page.getByText('Loaded the skill').first().waitFor()
	await page.getByText('broken/SKILL.md has no front matter').first().waitFor()
	expect(model.requests.flatMap(({ violations }) => violations)).toEqual([])
	expect(complaints).toEqual([])
})
