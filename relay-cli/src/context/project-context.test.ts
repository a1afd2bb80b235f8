import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PROJECT_CONTEXT } from '@fairlead/protocol/projects/project-context'
import { TOOLS } from '@fairlead/protocol/tools'
import { afterEach, describe, expect, it } from 'vitest'
import { editorFacts } from './editor-facts.ts'
import { gitStateOf, inputOf } from './folder-facts.ts'
import { loadSkill } from './load-skill.ts'
import { projectNotes } from './project-notes.ts'
import { listSkills } from './skills.ts'

const made: string[] = []
afterEach(() => {
	for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

function project(files: Readonly<Record<string, string | Uint8Array>>): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-context-')))
	made.push(folder)
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true })
		writeFileSync(join(folder, path), content)
	}
	return folder
}

const skill = (name: string, description = 'Use it.', rest = 'Do it.'): string =>
	`---\nname: ${name}\ndescription: ${description}\n---\n\n${rest}\n`

describe('the notes of a project', () => {
	it('FAIRLEAD.md and AGENTS.md are read, and CLAUDE.md only where there is no AGENTS.md', async () => {
		const both = project({ 'FAIRLEAD.md': 'a', 'AGENTS.md': 'b', 'CLAUDE.md': 'c' })
		expect((await projectNotes(both)).map(({ path }) => path)).toEqual(['FAIRLEAD.md', 'AGENTS.md'])
		const one = project({ 'CLAUDE.md': '\uFEFFMetres.\r\nNo physics.\n' })
		expect(await projectNotes(one)).toEqual([
			{ path: 'CLAUDE.md', text: 'Metres.\nNo physics.\n', bytes: 24, cut: false },
		])
		expect(await projectNotes(project({ 'AGENTS.md': ' \n' }))).toEqual([])
	})

	it('a huge file is read no further than its beginning, at a whole character', async () => {
		const [note] = await projectNotes(project({ 'AGENTS.md': '🙂'.repeat(200_000) }))
		expect(note).toMatchObject({ cut: true, bytes: 800_000 })
		expect(note?.text).toHaveLength(PROJECT_CONTEXT.noteChars)
		expect(note?.text).not.toContain('\uFFFD')
	})

	it('a binary file, a folder and a link out of the project say why they are not read', async () => {
		const folder = project({
			'FAIRLEAD.md': new Uint8Array([1, 0, 2]),
			'AGENTS.md/x': '',
		})
		expect(await projectNotes(folder)).toMatchObject([
			{ text: '', problem: 'FAIRLEAD.md is neither a text file nor a whole picture.' },
			{ text: '', problem: 'AGENTS.md is a folder.' },
		])
		const secret = join(project({ 'secret.txt': 'hunter2' }), 'secret.txt')
		const linking = project({})
		symlinkSync(secret, join(linking, 'AGENTS.md'))
		const notes = await projectNotes(linking)
		expect(notes[0]?.problem).toContain('symbolic link')
		expect(JSON.stringify(notes)).not.toContain('hunter2')
	})
})

describe('the skills of a project', () => {
	it('are found in all three places; the first of a name counts', async () => {
		const folder = project({
			'.fairlead/skills/doors/SKILL.md': skill('doors', 'Ours.'),
			'.claude/skills/doors/SKILL.md': skill('doors', 'Theirs.'),
			'.claude/skills/lights/SKILL.md': skill('lights', '>\n  Two\n  lines.'),
			'.agents/skills/rooms/SKILL.md': skill('rooms'),
			'.agents/skills/notes.txt': '',
		})
		expect(await listSkills(folder)).toEqual({
			skills: [
				{ name: 'doors', description: 'Ours.' },
				{ name: 'lights', description: 'Two lines.' },
				{ name: 'rooms', description: 'Use it.' },
			],
			problems: [],
		})
	})

	it.each([
		['no front matter', 'Just text.', 'has no front matter'],
		['broken YAML', '---\nname: [doors\n---\n', 'has front matter that is not valid YAML'],
		['another name', skill('gates'), 'has the name "gates", which is not its folder\'s'],
		['a bad name', skill('Doors!'), 'needs a name of'],
		['no description', '---\nname: doors\n---\n', 'has no description'],
		['a long description', skill('doors', 'x'.repeat(1_025)), 'has a description of more than'],
		[
			'a binary file',
			'\u0001\0\u0002',
			'cannot be read: .fairlead/skills/doors/SKILL.md is neither a text',
		],
	])('%s is a problem that names the file', async (_, text, reason) => {
		const folder = project({ '.fairlead/skills/doors/SKILL.md': text })
		const { skills, problems } = await listSkills(folder)
		expect(skills).toEqual([])
		expect(problems).toHaveLength(1)
		expect(problems[0]).toContain(`.fairlead/skills/doors/SKILL.md ${reason}`)
		await expect(loadSkill(folder, { name: 'doors' })).rejects.toThrow(reason)
	})

	it('no more than the limit are offered, and the list says so', async () => {
		const many = Array.from({ length: 60 }, (_, i) => `s${i + 10}`)
		const folder = project(
			Object.fromEntries(many.map((name) => [`.agents/skills/${name}/SKILL.md`, skill(name)])),
		)
		const { skills, problems } = await listSkills(folder)
		expect(skills).toHaveLength(PROJECT_CONTEXT.skills)
		expect(problems).toEqual(['The project has 60 skills; only the first 50 are offered.'])
	})

	it('are loaded with their instructions and the names of their files; links lead nowhere', async () => {
		const outside = project({ 'doors/SKILL.md': skill('doors', 'Outside.') })
		const folder = project({
			'.fairlead/skills/rooms/SKILL.md': skill('rooms', 'Rooms.', 'Walls are 3 m high.'),
			'.fairlead/skills/rooms/data/sizes.md': '',
		})
		symlinkSync(join(outside, 'doors'), join(folder, '.fairlead/skills/doors'))
		expect(await loadSkill(folder, { name: 'rooms' })).toEqual({
			name: 'rooms',
			path: '.fairlead/skills/rooms',
			instructions: 'Walls are 3 m high.',
			files: ['.fairlead/skills/rooms/data/sizes.md'],
		})
		await expect(loadSkill(folder, { name: 'doors' })).rejects.toThrow('symbolic link')
		await expect(loadSkill(folder, { name: '../../x' })).rejects.toThrow('has no skill')
	})
})

it('an editor that does not answer is described by what the relay knows alone', async () => {
	const seat = {
		editorKey: 'relay1:0123456789ab',
		name: 'Demo',
		projectPath: '/home/ada/Demo',
		phase: 'ready' as const,
		phaseSince: 0,
	}
	const port = { call: () => Promise.reject(new Error('closed')), cancel() {}, forget() {} }
	const unread = { project: 'Demo', git: null, input: 'legacy' }
	expect(await editorFacts(seat, port as never)).toEqual({ ...unread, phase: 'ready' })
	expect(await editorFacts({ ...seat, phase: 'gone' }, null)).toEqual({ ...unread, phase: 'gone' })
})

it("a scene's root objects are asked for only if they are not told", async () => {
	const seat = {
		editorKey: 'relay1:0123456789ab',
		name: 'Demo',
		projectPath: '/home/ada/Demo',
		phase: 'ready' as const,
		phaseSince: 0,
	}
	const open = TOOLS.unity_query.actions.editor_state.examples[0]?.result
	const active = (open as { openScenes: { path: string }[] }).openScenes[0] ?? { path: '' }
	const asked: unknown[] = []
	const port = {
		call: async ({ params }: { params: { action: string } }) => {
			asked.push(params.action)
			const { examples } = TOOLS.unity_query.actions[params.action as 'selection']
			return { status: 'ok', result: examples[0]?.result }
		},
		cancel() {},
		forget() {},
	} as never
	const known = await editorFacts(seat, port, ['Assets/Other.unity'])
	expect(known).toMatchObject({ scenes: [{ path: active.path }], roots: {} })
	expect(asked.splice(0)).toContain('hierarchy')
	expect(await editorFacts(seat, port, [active.path])).not.toHaveProperty('roots')
	expect(asked).toEqual(['editor_state', 'selection'])
})

describe('the files of a project', () => {
	const player = (handler: number) => `PlayerSettings:\n  activeInputHandler: ${handler}\n`
	const withPackage = '{"dependencies":{"com.unity.inputsystem":"1.11.2"}}'

	it.each([
		['{"dependencies":{}}', player(1), 'legacy'],
		[withPackage, player(0), 'legacy'],
		[withPackage, player(1), 'input-system'],
		[withPackage, player(2), 'both'],
	])('say what scripts read input with: %s, %s', async (manifest, settings, input) => {
		const folder = project({
			'Packages/manifest.json': manifest,
			'ProjectSettings/ProjectSettings.asset': settings,
		})
		expect(await inputOf(folder)).toBe(input)
	})

	it('name the branch, the commit that is checked out, and that there is no repository', async () => {
		expect(await gitStateOf(project({ '.git/HEAD': 'ref: refs/heads/feature/x\n' }))).toBe(
			'feature/x',
		)
		expect(await gitStateOf(project({ '.git/HEAD': `${'ab12'.repeat(10)}\n` }))).toBe('ab12ab12')
		const main = project({ '.git/worktrees/w/HEAD': 'ref: refs/heads/w\n' })
		const tree = project({ '.git': `gitdir: ${main}/.git/worktrees/w\n` })
		writeFileSync(join(main, '.git/worktrees/w/gitdir'), `${tree}/.git\n`)
		expect(await gitStateOf(tree)).toBe('w')
		const outer = project({
			'.git/modules/s/HEAD': 'ref: refs/heads/s\n',
			'.git/modules/s/config': '[core]\n\tbare = false\n\tworktree = ../../../s\n',
			's/.git': 'gitdir: ../.git/modules/s\n',
		})
		expect(await gitStateOf(join(outer, 's'))).toBe('s')
		expect(await gitStateOf(project({ 'Assets/a.txt': '' }))).toBeNull()
	})

	it('tell nothing of a file that git did not write, nor of another repository', async () => {
		const secret = join(project({ secret: 'hunter2', HEAD: 'ref: refs/heads/theirs\n' }), 'secret')
		const heads = [
			'hunter2',
			'hunter2'.repeat(10),
			'ref: refs/heads/two words',
			'ref: refs/heads/a\nhunter2',
			'ref: refs/heads/../x',
			'ref: refs/heads/a.lock',
			'ref: refs/tags/a',
			`${'ab12'.repeat(10)} hunter2`,
		]
		for (const head of heads)
			expect([head, await gitStateOf(project({ '.git/HEAD': `${head}\n` }))]).toEqual([head, null])
		const linked = project({ '.git/x': '' })
		symlinkSync(secret, join(linked, '.git/HEAD'))
		const folder = project({})
		symlinkSync(dirname(secret), join(folder, '.git'))
		for (const one of [linked, folder, project({ '.git': `gitdir: ${dirname(secret)}\n` })])
			expect(await gitStateOf(one)).toBeNull()
		const token = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`
		expect(await gitStateOf(project({ '.git/HEAD': `ref: refs/heads/${token}\n` }))).toBe(
			'(hidden)',
		)
	})

	it.skipIf(process.platform === 'win32')('do not wait for pipes', async () => {
		const folder = project({ '.git/x': '', 'ProjectSettings/x': '', 'Packages/x': '' })
		const pipes = ['.git/HEAD', 'ProjectSettings/ProjectSettings.asset', 'Packages/manifest.json']
		execFileSync('mkfifo', ['AGENTS.md', ...pipes], { cwd: folder })
		expect(await gitStateOf(folder)).toBeNull()
		expect(await inputOf(folder)).toBe('legacy')
		expect(await projectNotes(folder)).toMatchObject([{ text: '' }])
	})

	it('tell of a repository above the folder, without its path and its branch', async () => {
		const outer = project({ '.git/HEAD': 'ref: refs/heads/x\n', 'a/b/c.txt': '' })
		expect(await gitStateOf(join(outer, 'a'))).toBe(
			'no repository of its own; one begins one folder above',
		)
		expect(await gitStateOf(join(outer, 'a', 'b'))).toBe(
			'no repository of its own; one begins 2 folders above',
		)
	})
})
