import { describe, expect, it } from 'vitest'
import { PROJECTS } from './plan.ts'
import { FakeEditor, Talk } from './test-kit.ts'

/** Requests in the wording of web/src/features/unity/welcome.ts, README.md and docs/features.md. */
const OFFERED = [
	'Make a red cube above the floor and let it fall',
	'Describe the scene',
	'Write a script that rotates an object and put it on a cube',
	'Show me the errors in the console',
	'write a script that rotates the cube and attach it',
	'ask a sub-agent to describe the scene',
]
const IN_A_FOLDER = [
	'Describe what is in this folder',
	'Run the tests and fix what fails',
	'Find what is unfinished, and list it by importance',
	'Show me what has changed since the last commit',
]
/** The tools of the first list in a folder without Unity. */
const IN_LIST = ['find_tools', 'list_directory', 'search_files']
const examples = (kind: 'unity' | 'folder'): string[] => [
	...PROJECTS[kind].requests.map(({ example }) => example),
	PROJECTS[kind].tour,
	'give me a tour',
]

describe('every request that is offered somewhere works as it stands', () => {
	it.each([...OFFERED, ...examples('unity')])('%s', async (said) => {
		const editor = new FakeEditor('Cube', 'Plane')
		const answer = await new Talk(editor).say(said)
		expect(answer).not.toMatch(/did not understand|could not/)
		expect(editor.log).not.toEqual([])
	})

	it.each([...IN_A_FOLDER, ...examples('folder')])('%s, in a folder', async (said) => {
		const editor = new FakeEditor()
		editor.files.set('src/main.ts', '// TODO: begin')
		const answer = await new Talk(editor, IN_LIST).say(said)
		expect(answer).not.toMatch(/did not understand|could not/)
		expect(editor.log).not.toEqual([])
	})

	it('says what it saw in a folder', async () => {
		const editor = new FakeEditor()
		editor.files.set('src/main.ts', '// TODO: begin')
		const answer = await new Talk(editor, IN_LIST).say('give me a tour')
		expect(answer).toContain('- src/main.ts')
		expect(answer).toContain('- src/main.ts:1 // TODO: begin')
		expect(answer).toContain('- M src/main.ts')
	})
})
