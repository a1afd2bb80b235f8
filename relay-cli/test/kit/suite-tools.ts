/**
 * Tools of the server that @modelcontextprotocol/conformance imagines, as calls of ours: the suite's scenarios for tasks
 * then run against the real server, its real transport and its real runs. Only names and arguments are exchanged.
 */

export interface SuiteMessage {
	readonly id?: string | number
	readonly method?: string
	readonly params?: Readonly<Record<string, unknown>>
}

interface OurCall {
	readonly name: string
	readonly arguments: Readonly<Record<string, unknown>>
}

const IN_THE_MAKING_S = 10

/** Returns null if the suite has no such tool, or it is called the same here. */
function ourCall(name: unknown, args: Readonly<Record<string, unknown>>): OurCall | null {
	switch (name) {
		// Answers at once, and is never a task.
		case 'greet':
			return { name: 'find_tools', arguments: { query: 'prefab' } }
		// A run that ends by itself, or one that a person would have to approve.
		case 'slow_compute': {
			const isLong = Number(args['seconds']) >= IN_THE_MAKING_S
			return { name: 'start_run', arguments: { task: isLong ? LONG_TASK : SHORT_TASK } }
		}
		// How it ends does not matter to these scenarios.
		case 'failing_job':
			return { name: 'start_run', arguments: { task: SHORT_TASK } }
		case 'confirm_delete':
			return { name: 'start_run', arguments: { task: LONG_TASK } }
		default:
			return null
	}
}

const SHORT_TASK = 'what is in the scene?'
const LONG_TASK = 'create a cube named Slow at 0 1 0'

/** The same request for our server; `name` for the header that repeats it. */
export function forOurs<M extends SuiteMessage>(message: M): { message: M; name: string | null } {
	const { name, arguments: args = {}, ...rest } = (message.params ?? {}) as Record<string, unknown>
	const ours =
		message.method === 'tools/call' ? ourCall(name, args as Record<string, unknown>) : null
	if (ours === null) return { message, name: null }
	return { message: { ...message, params: { ...rest, ...ours } }, name: ours.name }
}
