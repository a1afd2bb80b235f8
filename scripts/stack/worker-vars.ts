/**
 * The Worker's variables for local use. They go to its process in the environment, which only this user can read:
 * secrets do not belong on a command line, nor in one more file.
 */
import { SERVICES } from '@fairlead/protocol/services'
import { SERVICE_VARIABLES, variableOf } from '@fairlead/protocol/services/variables'
import type { Env } from '../children.ts'

const WORKER_VARS = 'FAIRLEAD_WORKER_VARS'
/** The variables passed on from the shell to the Worker, besides those of services with models. */
const PASSED_ON =
	/^((BRAVE|TAVILY)_BASE_URL|OPENAI_API|(DEFAULT|TITLE)_MODEL|MODEL_FACTS|(GITHUB|GOOGLE)_(CLIENT_ID|CLIENT_SECRET|URL)|MAIL_(FROM|URL|TOKEN)|OUTGOING_(HOSTS|DNS)|PUBLIC_URL|SECRETS_KEY(_PREVIOUS)?|ADMIN_TOKEN|PLAN|RATE_LIMITS|ARENA_(MAINTENANCE|REGISTER)|SIGN_UP|ANONYMOUS_TRIAL)$/
const OF_SERVICES: ReadonlySet<string> = new Set(SERVICE_VARIABLES)

/** Variables of an environment in which the demo model answers, whatever keys the shell has. */
export const NO_MODEL_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
	SERVICES.flatMap(({ name, ownServers }) => [
		[variableOf(name, 'API_KEY'), ''],
		...(ownServers ? [[variableOf(name, 'BASE_URL'), '']] : []),
	]),
)

/**
 * The Worker's variables: those of the shell that it knows, the sign-in token, and an open arena unless the shell says
 * otherwise: this server listens on the loopback interface, and so answers to this machine's names and `PUBLIC_URL` only.
 */
export function workerVars(shell: Env, setupToken: string, port: number): Record<string, string> {
	const vars: Record<string, string> = {
		SETUP_TOKEN: setupToken,
		ARENA_REGISTER: 'open',
		LOCAL_PORT: String(port),
	}
	for (const [name, value] of Object.entries(shell)) {
		const isKnown = PASSED_ON.test(name) || OF_SERVICES.has(name)
		if (isKnown && value !== undefined && value !== '') vars[name] = value
	}
	return vars
}

/** An environment that carries the variables to the Worker's process. */
export const withWorkerVars = (env: Env, vars: Readonly<Record<string, string>>): Env => ({
	...env,
	[WORKER_VARS]: JSON.stringify(vars),
})

/** In the Worker's process: its variables, which the runtime below it does not inherit. */
export function takeWorkerVars(): Record<string, string> {
	const vars: Record<string, string> = JSON.parse(process.env[WORKER_VARS] ?? '{}')
	delete process.env[WORKER_VARS]
	return vars
}
