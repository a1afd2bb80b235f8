/**
 * `npm run eval`: puts the model tasks to a model, through the whole product, and says what it solved at what cost.
 * Keys come from the environment and nowhere else.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type EditorKind, startStack } from '../../scripts/stack/stack.ts'
import { ALL_TASKS } from '../../test/model-tasks/kit/all-tasks.ts'
import { openBridge } from '../bridge/bridge.ts'
import { grid, machine } from '../report.ts'
import { type Answer, startMessagesServer } from './messages-server.ts'
import { type ApprovalPolicy, Product, SETUP_MODEL } from './product.ts'
import { Recorded } from './recorded.ts'
import { runTask } from './run-task.ts'
import { type Score, toolUsage, totalOf } from './score.ts'

const HELP = `npm run eval -- [options]
  --provider NAME    anthropic (ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL, ANTHROPIC_MODEL if you like),
                     demo (the built-in model without a network), scripted (the recorded solutions),
                     bridge (a person or a program, over files: see docs/evaluation.md)
  --tasks A,B        only these, by id; default: all ${ALL_TASKS.length}
  --editor NAME      simulator (default) or dotnet (the Unity package's own C#, needs the .NET SDK)
  --model ID         the provider's model
  --approvals NAME   approve (default) or deny what asks a person
  --timeout SECONDS  for one task; default 300 (bridge: 3600)
  --folder PATH      of the bridge's files; default ./bridge
  --json FILE        writes the figures there, too
  --list             prints the ids of the tasks
Ends with 0 when every task was solved, 1 when not, 2 when it could not run.`

const EDITORS: Readonly<Record<string, EditorKind>> = { simulator: 'simulator', dotnet: 'dotnet' }
const POLICIES: readonly ApprovalPolicy[] = ['approve', 'deny']
const PROVIDERS = ['anthropic', 'demo', 'scripted', 'bridge'] as const
type Provider = (typeof PROVIDERS)[number]
const ANTHROPIC_URL = 'https://api.anthropic.com'
const SCRIPTED_MODEL = 'claude-fairlead-scripted'
const BRIDGE_MODEL = 'claude-fairlead-bridge'

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** The verdict of a question quotes the whole answer; all of it is in the JSON. */
const firstLineOf = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, 200)

class Usage extends Error {}

function options() {
	const { values } = parseArgs({
		options: {
			provider: { type: 'string' },
			tasks: { type: 'string' },
			editor: { type: 'string', default: 'simulator' },
			model: { type: 'string' },
			approvals: { type: 'string', default: 'approve' },
			timeout: { type: 'string' },
			folder: { type: 'string', default: 'bridge' },
			json: { type: 'string' },
			list: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	})
	if (values.help || values.list) return { ...values, ready: null }
	const provider = PROVIDERS.find((name) => name === values.provider)
	if (!provider) throw new Usage(`Name a provider: --provider ${PROVIDERS.join(' | ')}`)
	const editor = EDITORS[values.editor]
	if (!editor) throw new Usage(`There is no editor "${values.editor}": simulator or dotnet.`)
	const policy = POLICIES.find((name) => name === values.approvals)
	if (!policy) throw new Usage('--approvals is approve or deny.')
	const ids = values.tasks?.split(',').map((id) => id.trim())
	const unknown = ids?.filter((id) => !ALL_TASKS.some((task) => task.id === id)) ?? []
	if (unknown.length > 0) throw new Usage(`No such task: ${unknown.join(', ')}. --list names all.`)
	const wanted = ids ? ALL_TASKS.filter(({ id }) => ids.includes(id)) : ALL_TASKS
	const tasks = wanted.filter((task) => editor === 'dotnet' || !task.runsCSharp)
	const left = wanted.filter((task) => !tasks.includes(task)).map(({ id }) => id)
	if (tasks.length === 0)
		throw new Usage(`The simulator runs no C#: ${left.join(', ')} need --editor dotnet.`)
	const seconds = Number(values.timeout ?? (provider === 'bridge' ? 3_600 : 300))
	if (!(seconds > 0 && seconds <= 86_400)) throw new Usage('--timeout is a number of seconds.')
	if (provider === 'anthropic' && !process.env['ANTHROPIC_API_KEY']) {
		throw new Usage('Set ANTHROPIC_API_KEY, or choose another --provider.')
	}
	const timeoutMs = seconds * 1_000
	return { ...values, ready: { provider, editor, tasks, left, timeoutMs, policy } }
}

/** The name of the model that is tried. */
function modelOf(provider: Provider, wanted: string | undefined): string | undefined {
	switch (provider) {
		case 'demo':
			return 'demo/planner'
		case 'scripted':
			return `anthropic/${SCRIPTED_MODEL}`
		case 'bridge':
			return `anthropic/${BRIDGE_MODEL}`
		case 'anthropic':
			return wanted === undefined ? undefined : `anthropic/${wanted}`
		default:
			return provider satisfies never
	}
}

const heads = ['task', '', 'calls', 'wasted', 'asked', 'tokens in', 'out', 'cached', 'seconds']
const cells = (score: Omit<Score, 'task' | 'verdict' | 'tools'>, name: string, verdict: string) => [
	name,
	verdict,
	...[score.calls, score.wasted, score.approvals].map(String),
	...[score.tokensIn, score.tokensOut, score.tokensCached].map((n) => n.toLocaleString('en-US')),
	score.seconds.toFixed(1),
]

async function evaluate(): Promise<number> {
	const { ready, json, model: wanted, folder, help } = options()
	if (ready === null) {
		console.log(help ? HELP : ALL_TASKS.map(({ id }) => id).join('\n'))
		return 0
	}
	const { provider, editor, tasks, left, timeoutMs, policy } = ready
	if (left.length > 0) say(`Left out, as the simulator runs no C#: ${left.join(', ')}`)
	const setup = new Recorded()
	const solver = new Recorded()
	const bridge = provider === 'bridge' ? await openBridge(folder, say) : null
	const upstream = process.env['ANTHROPIC_BASE_URL'] || ANTHROPIC_URL
	const answer: Answer = async (request, signal) => {
		if (request.model === SETUP_MODEL) return setup.answer(request)
		if (request.model === SCRIPTED_MODEL) return solver.answer(request)
		if (bridge && request.model === BRIDGE_MODEL) return bridge(request, signal)
		return { kind: 'forward', to: upstream }
	}
	const server = await startMessagesServer(answer)
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-eval-'))
	const scores: Score[] = []
	try {
		const stack = await startStack({
			port: 0,
			dir,
			editor,
			onStep: say,
			env: {
				...process.env,
				RATE_LIMITS: 'off',
				ANTHROPIC_API_KEY: process.env['ANTHROPIC_API_KEY'] || 'none',
				ANTHROPIC_BASE_URL: server.url,
			},
		})
		try {
			const product = await Product.join(stack, (played) => setup.load(played))
			const model = modelOf(provider, wanted)
			for (const task of tasks) {
				solver.load(task.solution)
				const score = await runTask(product, task, {
					policy,
					timeoutMs,
					...(model === undefined ? {} : { model }),
				})
				scores.push(score)
				say(`${score.verdict} ${task.id}${score.why ? `: ${firstLineOf(score.why)}` : ''}`)
			}
			product.close()
		} finally {
			await stack.stop()
		}
	} finally {
		await server.close()
		await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
	}
	const total = totalOf(scores)
	const result = {
		machine: machine(),
		provider,
		editor,
		approvals: policy,
		model: wanted ?? null,
		total,
		tasks: scores,
		tools: Object.fromEntries(toolUsage(scores)),
	}
	console.log(
		grid(heads, [
			...scores.map((score) => cells(score, score.task, score.verdict)),
			cells(total, '**all**', `${total.solved} of ${total.tasks}`),
		]),
	)
	console.log(`\n${JSON.stringify(result)}`)
	if (json) await writeFile(json, `${JSON.stringify(result, null, '\t')}\n`)
	return total.solved === total.tasks ? 0 : 1
}

try {
	process.exitCode = await evaluate()
} catch (error) {
	say(error instanceof Usage ? `${error.message}\n\n${HELP}` : String((error as Error).stack))
	process.exitCode = 2
}
