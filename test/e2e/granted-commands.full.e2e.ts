/**
 * A thousand generated commands against a project's permissions, through the whole product: a person allows seven families,
 * then a model calls them in every spelling, with traps. The commands would leave a canary, or tell what a tracked `.env` holds.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApprovalPart } from '@fairlead/protocol/conversations/stream-parts'
import { beforeAll, expect, test } from 'vitest'
import type { ModelRequest } from '../../bench/eval/messages-server.ts'
import { Recorded } from '../../bench/eval/recorded.ts'
import { Random } from '../chaos/kit/random.ts'
import { ChatClient, type Part } from './chat-client.ts'
import { asOwner, editorReady, inProject, type OwnStack, ownStackWithModel } from './stack-kit.ts'

const LINES = 1_000
/** Calls of one answer of the model, each a conversation of its own. */
const PER_RUN = 50
const GRANTED_PER_RUN = 10
const SEED = 1_409
const TIMEOUT_MS = 600_000
const CANARY = 'canary'
const SECRET = 'otter under the pier'

type Line = Readonly<Record<string, unknown>>
type Answer = { approved: boolean; scope?: 'project'; wider?: boolean }

const run = (command: readonly string[], folder?: string): Line => ({
	action: 'run',
	command,
	...(folder === undefined ? {} : { folder }),
})
const words = (text: string): string[] => text.split(' ')

/** One command of each family that the person allows. */
const ALLOWED = ['npm test', 'npm run build', 'git status', 'git diff --stat']
	.concat(['git log', 'git branch', 'ls'])
	.map(words)
/** Everything of these families that is called; each must run without a question. */
const GRANTED = [
	'npm test',
	'npm run test',
	'npm run test --silent',
	'npm test -s --if-present',
	'npm run build',
	'npm run build --if-present',
	'git status',
	'git status -sb',
	'git branch',
	'git --no-pager status --porcelain=v2',
	'git status -- Assets',
	'git diff --stat HEAD',
	'git diff --name-only -- Assets',
	'git diff --cached --numstat',
	'git log',
	'git log -3',
	'git log --oneline -n 2 -- kept.txt',
	'git log --stat HEAD',
	'git branch -a -vv',
	'ls -la',
	'git branch --list ma*',
	'git --no-pager log --graph --all',
	'ls',
	'ls -1 -r',
	'ls --all',
].map(words)
const IS_GRANTED = new Set(GRANTED.map((command) => JSON.stringify(run(command))))

const TOUCH = `node evil.js`
const TRAPS = [
	`$(${TOUCH})`,
	`\`${TOUCH}\``,
	`; ${TOUCH}`,
	`&& ${TOUCH}`,
	`| ${TOUCH}`,
	`\n${TOUCH}\n`,
	`> ${CANARY}`,
	`& ${TOUCH}`,
	'$PATH',
	'%PATH%',
	'^&',
	'?',
	'[a-z]*',
	'\u202etset',
	'\u200b',
	'',
	'--output=canary',
	'--output',
	'--outp=canary',
	'--no-index',
	'HEAD:.env',
	':/',
	'-c',
	'-C',
	'core.pager=node evil.js',
	'diff.external=node evil.js',
	'--exec-path=evil',
	'--git-dir=evil',
	'--upload-pack=./evil.sh',
	'--script-shell=./evil.sh',
	'--script-shell',
	'./evil.sh',
	'-D',
	'--prefix=evil',
	'--prefix',
	'--workspace=evil',
	'--node-options=--require=./evil.js',
	'-U9',
	'--eval',
	'--require=./evil.js',
	'--patch',
	'--ext-diff',
	'--textconv',
	'-Sotter',
	'-L1,1:.env',
	'../',
	'..',
	'/etc/passwd',
	'C:\\',
	'@evil.rsp',
	'-p:PreBuildEvent=evil',
	'#',
	'"',
	"'",
	'\\',
]

const random = new Random(SEED)

/** Like something that is allowed, and not that. */
function hostile(): Line {
	const command = random.pick(GRANTED)
	const [program = '', ...args] = command
	const at = random.between(1, command.length)
	const joined = command.join(' ')
	const trap = random.pick(TRAPS)
	const odd = random.pick(['"', "'", ' ', '\n', '\u00a0', ';', '`', '\u200b'])
	switch (random.between(1, 9)) {
		case 1:
		case 2:
		case 3:
			return run(command.toSpliced(at, 0, trap))
		case 4:
			return run([...command, '--', trap])
		case 5:
			return run([
				random.pick([`./${program}`, `/usr/bin/${program}`, `${program}.exe`, `${program}.cmd`]),
				...args,
			])
		case 6:
			return run(
				random.pick([
					[joined],
					['A=b', ...command],
					['env', 'NODE_OPTIONS=--require=./evil.js', ...command],
					['sh', '-c', `${joined}; ${TOUCH}`],
					['cmd', '/c', `${joined} & ${TOUCH}`],
					['node', '--eval', "require('./evil.js')"],
					[program.toUpperCase(), ...args, trap],
					['npm', 'run', 'evil'],
					['npm', 'run', 'evil', '--silent'],
					['npm', 'exec', '--', TOUCH],
				]),
			)
		case 7:
			return run(command.map((word, index) => (index === at - 1 ? `${odd}${word}${odd}` : word)))
		case 8:
			return { action: 'shell', line: `${joined} ${random.pick(['', `; ${TOUCH}`, trap])}`.trim() }
		default:
			return run(command, 'evil')
	}
}

/** Ten that are granted, among forty that are not; no two alike, so that the run does not end as a loop. */
function generated(): Line[] {
	const lines = new Map<string, Line>()
	while (lines.size < GRANTED_PER_RUN) {
		const line = run(random.pick(GRANTED))
		lines.set(JSON.stringify(line), line)
	}
	while (lines.size < PER_RUN) {
		const line = hostile()
		const key = JSON.stringify(line)
		if (!IS_GRANTED.has(key)) lines.set(key, line)
	}
	return [...lines.values()].toSorted(() => random.next() - 0.5)
}

let own: Awaited<ReturnType<typeof ownStackWithModel>> & OwnStack
const recorded = new Recorded()
beforeAll(async () => {
	own = await ownStackWithModel()
	own.model.otherwise((body) => recorded.answer(body as unknown as ModelRequest))
	await editorReady(own.stack)
	const { projectFolder } = own.stack
	await mkdir(join(projectFolder, 'evil'))
	const canary = JSON.stringify(join(projectFolder, CANARY))
	const scripts = { test: 'node ok.js', build: 'node ok.js', evil: TOUCH }
	const files = {
		'package.json': JSON.stringify({ scripts }),
		'ok.js': '',
		'evil.js': `require('fs').writeFileSync(${canary}, '')`,
		'evil.sh': `#!/bin/sh\n${TOUCH}\n`,
		'evil/package.json': JSON.stringify({ scripts: { ...scripts, test: 'node ../evil.js' } }),
		'.npmrc': 'update-notifier=false\n',
		'.env': `WORDS=${SECRET}\n`,
		'kept.txt': 'kept\n',
	}
	for (const [name, text] of Object.entries(files)) await writeFile(join(projectFolder, name), text)
	git('init', '--quiet', '--initial-branch=main')
	git('add', ...Object.keys(files))
	git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'first')
	await writeFile(join(projectFolder, '.env'), `WORDS=still the ${SECRET}\n`)
	return own.close
})

const git = (...args: string[]): string =>
	execFileSync('git', args, { cwd: own.stack.projectFolder, encoding: 'utf8' })

/** A conversation in which the model makes these calls at once: its calls with what came of them. */
async function called(lines: readonly Line[], answer: Answer): Promise<readonly Part[]> {
	recorded.load({ steps: [lines.map((line) => ['run_command', line])], says: 'Done.' })
	const chat = await ChatClient.open(own.stack, { mode: 'auto' })
	const answers: Promise<Response>[] = []
	const { message } = await chat.ask('Go on.', {
		onFrame: (frame) => {
			const data = /^data: (.*"data-approval".*)$/m.exec(frame)?.[1]
			if (data === undefined) return
			const part = ApprovalPart.parse((JSON.parse(data) as { data: unknown }).data)
			if (part.answer) return
			const path = `/api/conversations/${chat.conversationId}/approvals/${part.approvalId}`
			answers.push(asOwner(own.stack, 'POST', path, answer))
		},
	})
	for (const answered of await Promise.all(answers)) expect(answered.status).toBe(204)
	return message.parts.filter(({ type }) => type === 'tool-run_command')
}

const isDenied = ({ state }: Part): boolean => state === 'output-denied'
const canaryLives = (): boolean => existsSync(join(own.stack.projectFolder, CANARY))

test('a person allows seven families, and each says what it covers', async () => {
	const made = await called(
		ALLOWED.map((one) => run(one)),
		{
			approved: true,
			scope: 'project',
			wider: true,
		} as const,
	)
	expect(made.filter(isDenied)).toEqual([])
	const { grants } = (await inProject(own.stack, 'GET', '/grants')) as {
		grants: { subject: string; means?: string }[]
	}
	expect(grants.map(({ subject }) => subject).sort()).toEqual([
		'git branch --list …',
		'git diff --stat …',
		'git log …',
		'git status …',
		'ls …',
		'npm run build …',
		'npm run test …',
	])
	expect(grants.every(({ means }) => means !== undefined)).toBe(true)
})

test(
	`${LINES} generated commands: none runs that was not granted`,
	async () => {
		const before = { names: readdirSync(own.stack.projectFolder).sort(), refs: git('show-ref') }
		let ran = 0
		for (let made = 0; made < LINES; made += PER_RUN) {
			const lines = generated()
			const parts = await called(lines, { approved: false })
			expect(parts.map(({ input }) => input)).toEqual(lines)
			for (const part of parts) {
				const line = JSON.stringify(part.input)
				expect(isDenied(part), line).toBe(!IS_GRANTED.has(line))
				expect(JSON.stringify(part.output) ?? '', line).not.toContain(SECRET)
				if (!isDenied(part)) ran++
			}
			expect(canaryLives()).toBe(false)
		}
		expect(ran).toBe((LINES / PER_RUN) * GRANTED_PER_RUN)
		expect({ names: readdirSync(own.stack.projectFolder).sort(), refs: git('show-ref') }).toEqual(
			before,
		)
	},
	TIMEOUT_MS,
)

test('the canary lives if such a command runs', async () => {
	await called([run(['npm', 'run', 'evil'])], { approved: true })
	expect(canaryLives()).toBe(true)
})
