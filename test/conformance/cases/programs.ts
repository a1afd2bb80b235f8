/** Commands, git and skills on the relay's computer: what the examples of their tools refer to. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOOLS } from '@fairlead/protocol/tools'
import { CaseList, type SetUp } from '../kit/cases.ts'
import { nothing } from '../kit/examples.ts'

/** The command that the examples read and end, under its own handle. */
const begin: SetUp = async (desk, names) => {
	const command = ['node', '-e', "console.log('Listening on 5173'); setInterval(() => {}, 1000)"]
	const begun = await desk.ok('run_command', { action: 'run', command, background: true })
	names.set('cmd_5f2c81', String((begun as { handle: string }).handle))
}

/** The skill that the example loads, with a file beside its instructions. */
const skill: SetUp = async (desk) => {
	const folder = join(desk.project, '.fairlead/skills/level-design')
	mkdirSync(folder, { recursive: true })
	const front = 'name: level-design\ndescription: Sizes of doors and rooms.'
	writeFileSync(join(folder, 'SKILL.md'), `---\n${front}\n---\nDoors are 2.2 m high.\n`)
	writeFileSync(join(folder, 'sizes.md'), 'Rooms are 3 m high.\n')
}

/** The project in a repository with a remote and a change. */
const repository: SetUp = async (desk) => {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: desk.project, stdio: 'pipe' })
	rmSync(join(desk.project, '.git'), { recursive: true, force: true })
	git('init', '-q', '-b', 'main')
	git('config', 'user.name', 'Ada')
	git('config', 'user.email', 'ada@example.com')
	rmSync(join(desk.project, 'Temp/origin.git'), { recursive: true, force: true })
	git('init', '-q', '--bare', 'Temp/origin.git')
	git('remote', 'add', 'origin', 'Temp/origin.git')
	writeFileSync(join(desk.project, 'Assets/Spin.cs'), '// one\n')
	git('add', 'Assets/Spin.cs')
	git('commit', '-q', '-m', 'First')
	writeFileSync(join(desk.project, 'Assets/Spin.cs'), '// two\n')
}

/** The project in no repository, with rules for one. */
const ignoreRulesOnly: SetUp = async (desk) => {
	rmSync(join(desk.project, '.git'), { recursive: true, force: true })
	writeFileSync(join(desk.project, '.gitignore'), '/Library/\n')
}

export const skillCases = new CaseList('load_skill').example('run', skill)

export const commandCases = new CaseList('run_command')
	.example('run', nothing)
	.example('shell', nothing)
	.example('output', begin)
	.example('stop', begin)

export const gitCases = new CaseList('git')
for (const action of Object.keys(TOOLS.git.actions))
	gitCases.example(action, action === 'init' ? ignoreRulesOnly : repository)
