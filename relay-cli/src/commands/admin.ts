/** `fairlead admin`: for whoever runs a server for others. Lists people and projects, suspends them, sets quotas. */
import type { SetQuota } from '@fairlead/protocol/people/operator'
import type { Command } from 'commander'
import { UserError } from '../platform/user-error.ts'
import type { OperatorAccess } from '../requests/operator-client.ts'
import { baseAddress, parseAddress, reasonOf, requireSafeTransport } from './pairing/server.ts'
import { CommandError, EXIT, paint, table } from './terminal.ts'

const TOKEN = 'FAIRLEAD_ADMIN_TOKEN'
const NEEDS_TOKEN = `Set ${TOKEN} to the server's secret ADMIN_TOKEN. On a command line, other programs could read it.`
/** An id says what it is of. */
const IDS = { usr: 'people', prj: 'projects' } as const

interface Shared {
	readonly server?: string
	readonly insecure?: true
	readonly json?: true
}
interface ListOptions extends Shared {
	readonly search?: string
	readonly suspended?: true
	readonly limit?: string
	readonly after?: string
}
interface QuotaOptions extends Shared {
	readonly plan?: string
	readonly limit?: readonly string[]
}

export function adminCommand(program: Command): void {
	const admin = program
		.command('admin')
		.description('operate a server for others: list, suspend, set quotas')
		.addHelpText('after', `\n${NEEDS_TOKEN}\nDocumentation: docs/operating.md`)
	const sub = (name: string, description: string): Command =>
		admin
			.command(name)
			.description(description)
			.option('--server <url>', 'address of the server; default: FAIRLEAD_SERVER')
			.option(
				'--insecure',
				'allow http:// to another machine; others on the network can read the token',
			)
			.option('--json', 'print JSON')
	sub('list', 'list people or projects, newest first, with their use of the last 30 days')
		.argument('<what>', 'people or projects')
		.option('--search <text>', 'in the name or mail address, or a whole id')
		.option('--suspended', 'only those that are suspended')
		.option('--limit <n>', 'how many, at most 100', '50')
		.option('--after <id>', 'the next page: the last id of the page before')
		.action(list)
	sub(
		'suspend',
		'close everything of a person or project, stop its runs, and refuse it from now on',
	)
		.argument('<id>', 'usr_… or prj_…')
		.requiredOption('--reason <text>', 'the person, or the members of the project, read it')
		.action(suspend)
	sub('unsuspend', 'end a suspension').argument('<id>', 'usr_… or prj_…').action(unsuspend)
	sub('quota', 'set the plan or single limits of a person or project')
		.argument('<id>', 'usr_… or prj_…')
		.option('--plan <name>', 'unlimited, free, team; "default": the one of the server')
		.option(
			'--limit <name=value...>',
			'a limit instead of the plan’s: runs_per_day=100; "none": without limit, "plan": the plan’s',
		)
		.action(quota)
	sub('remove-player', 'remove a player of the Core War arena who has no account on the server')
		.argument('<id>', 'the number of the player')
		.action(removePlayer)
	sub('reseal', 'encrypt all stored secrets anew under the current SECRETS_KEY').action(reseal)
}

async function list(what: string, options: ListOptions): Promise<void> {
	if (what !== 'people' && what !== 'projects')
		throw new CommandError(`List "people" or "projects", not "${what}".`, EXIT.usage)
	const query = new URLSearchParams({
		limit: options.limit ?? '50',
		...(options.search === undefined ? {} : { search: options.search }),
		...(options.suspended ? { suspended: 'true' } : {}),
		...(options.after === undefined ? {} : { cursor: options.after }),
	})
	const answer = await ask(options, { method: 'GET', path: `/${what}?${query}` })
	const { OperatorPeople, OperatorProjects } = await import('@fairlead/protocol/people/operator')
	if (what === 'people') {
		const { people, nextCursor } = OperatorPeople.parse(answer)
		const rows = people.map((one) => [
			one.id,
			plain(one.name),
			plain(one.email ?? '-'),
			one.standing,
			...used(one),
		])
		show(options, answer, ['ID', 'NAME', 'MAIL', 'STANDING', ...USED], rows, nextCursor)
	} else {
		const { projects, nextCursor } = OperatorProjects.parse(answer)
		const rows = projects.map((one) => [
			one.id,
			plain(one.name),
			String(one.members),
			plain(one.owners.join(' ')),
			...used(one),
		])
		show(options, answer, ['ID', 'NAME', 'MEMBERS', 'OWNERS', ...USED], rows, nextCursor)
	}
}

const USED = ['RUNS', 'TOKENS', 'PRICE', 'PLAN', 'STATE'] as const

type Listed =
	| import('@fairlead/protocol/people/operator').OperatorPerson
	| import('@fairlead/protocol/people/operator').OperatorProject

function used({ lately, plan, limits, suspended }: Listed): string[] {
	const own = Object.entries(limits).map(([name, max]) => `${name}=${max ?? 'none'}`)
	return [
		lately.runs.toLocaleString('en'),
		lately.tokens.toLocaleString('en'),
		`$${lately.costUsd.toFixed(2)}`,
		[plan ?? 'default', ...own].join(' '),
		suspended === null ? 'active' : `suspended: ${plain(suspended.reason)}`,
	]
}

function show(
	{ json }: Shared,
	answer: unknown,
	head: readonly string[],
	rows: readonly string[][],
	nextCursor: string | null,
): void {
	if (json) {
		print(answer)
		return
	}
	if (rows.length === 0) {
		process.stdout.write('Nothing was found.\n')
		return
	}
	process.stdout.write(`${table([head, ...rows])}\n`)
	if (nextCursor !== null)
		process.stdout.write(`There are more: repeat the command with --after ${nextCursor}\n`)
}

async function suspend(id: string, options: Shared & { readonly reason: string }): Promise<void> {
	const path = `${placeOf(id)}/suspension`
	const answer = await ask(options, { method: 'POST', path, body: { reason: options.reason } })
	const { Suspended } = await import('@fairlead/protocol/people/operator')
	const { stoppedRuns } = Suspended.parse(answer)
	if (options.json) return print(answer)
	const runs = stoppedRuns === 1 ? '1 run was stopped' : `${stoppedRuns} runs were stopped`
	process.stdout.write(
		`${paint('green', 'Suspended')} ${id}: ${runs}, and everything that was open is closed.\nTo end it: npm run fairlead -- admin unsuspend ${id}\n`,
	)
}

async function unsuspend(id: string, options: Shared): Promise<void> {
	await ask(options, { method: 'DELETE', path: `${placeOf(id)}/suspension` })
	if (options.json) return print({ id, suspended: null })
	process.stdout.write(`${id} is ${paint('green', 'active')} again.\n`)
}

async function quota(id: string, options: QuotaOptions): Promise<void> {
	const limits = Object.fromEntries((options.limit ?? []).map(limitOf))
	if (options.plan === undefined && Object.keys(limits).length === 0)
		throw new CommandError(
			'Say what to set, for example: --plan free, or --limit runs_per_day=100.',
			EXIT.usage,
		)
	const body: SetQuota = {
		...(options.plan === undefined
			? {}
			: { plan: options.plan === 'default' ? null : await planOf(options.plan) }),
		...(Object.keys(limits).length === 0 ? {} : { limits }),
	}
	const answer = await ask(options, { method: 'PATCH', path: `${placeOf(id)}/quota`, body })
	const { Allowance } = await import('@fairlead/protocol/people/operator')
	const set = Allowance.parse(answer)
	if (options.json) return print(answer)
	const own = Object.entries(set.limits).map(([name, max]) => `  ${name}: ${max ?? 'no limit'}`)
	process.stdout.write(
		[`${id} has the plan ${set.plan ?? 'of the server'}.`, ...own, ''].join('\n'),
	)
}

/** Removes the player from battles too, a part at a time; repeated after an interruption, it continues with the rest. */
async function removePlayer(id: string, options: Shared): Promise<void> {
	if (!/^\d+$/.test(id))
		throw new CommandError(`"${id}" is not the number of a player, such as 12.`, EXIT.usage)
	const { RemovedArenaPlayer } = await import('@fairlead/protocol/people/operator')
	for (;;) {
		const answer = await ask(options, { method: 'DELETE', path: `/arena-players/${id}` })
		if (!RemovedArenaPlayer.parse(answer).isCleared) continue
		if (options.json) return print(answer)
		process.stdout.write(
			`${paint('green', 'Removed')} player ${id}: name, warriors, ratings and key. Opponents keep their results.\n`,
		)
		return
	}
}

/** Encrypts batch by batch; repeated after an interruption, it continues with the rest. */
async function reseal(options: Shared): Promise<void> {
	const { ResealedBatch } = await import('@fairlead/protocol/people/operator')
	const locked: string[] = []
	let resealed = 0
	for (let cursor: string | null = ''; cursor !== null; ) {
		const path: string = `/secrets/reseal${cursor && `?cursor=${cursor}`}`
		const batch = ResealedBatch.parse(await ask(options, { method: 'POST', path }))
		resealed += batch.resealed
		locked.push(...batch.locked.map(({ table, id }) => `${table} ${plain(id)}`))
		cursor = batch.nextCursor
	}
	if (locked.length > 0) process.exitCode = EXIT.failed
	if (options.json) return print({ resealed, locked })
	const secrets = resealed === 1 ? '1 secret was' : `${resealed} secrets were`
	process.stdout.write(`${secrets} encrypted anew under the current SECRETS_KEY.\n`)
	process.stdout.write(
		locked.length === 0
			? 'The server no longer needs SECRETS_KEY_PREVIOUS.\n'
			: `${locked.length} could not be opened with SECRETS_KEY or SECRETS_KEY_PREVIOUS:\n  ${locked.join('\n  ')}\nPut the key they were encrypted under into SECRETS_KEY_PREVIOUS and repeat the command, or have them entered again.\n`,
	)
}

async function planOf(text: string) {
	const { PlanName } = await import('@fairlead/protocol/people/quotas')
	const parsed = PlanName.safeParse(text)
	if (parsed.success) return parsed.data
	throw new CommandError(
		`"${text}" is not a plan. Use one of: ${[...PlanName.options, 'default'].join(', ')}.`,
		EXIT.usage,
	)
}

/** The server knows the names, and says which there are. */
function limitOf(text: string): [string, number | null | 'plan'] {
	const [name = '', value = ''] = text.split('=')
	const max = value === 'none' ? null : value === 'plan' ? value : Number(value)
	if (name !== '' && value !== '' && (max === null || max === 'plan' || Number.isInteger(max)))
		return [name, max]
	throw new CommandError(
		`"${text}" is not a limit. Write name=number, name=none or name=plan, such as runs_per_day=100.`,
		EXIT.usage,
	)
}

function placeOf(id: string): string {
	const kind = IDS[id.slice(0, 3) as keyof typeof IDS]
	if (kind !== undefined && /^[a-z]{3}_[0-9a-z]+$/.test(id)) return `/${kind}/${id}`
	throw new CommandError(
		`"${id}" is not the id of a person (usr_…) or a project (prj_…). "npm run fairlead -- admin list people --search <name>" finds it.`,
		EXIT.usage,
	)
}

async function ask(
	options: Shared,
	asked: Parameters<typeof import('../requests/operator-client.ts').askAsOperator>[1],
): Promise<unknown> {
	const access = accessOf(options)
	const { askAsOperator } = await import('../requests/operator-client.ts')
	return askAsOperator(access, asked).catch((error: unknown) => {
		if (error instanceof UserError) throw error
		throw new CommandError(`No server could be reached at ${access.server}: ${reasonOf(error)}.`)
	})
}

function accessOf({ server: typed, insecure }: Shared): OperatorAccess {
	const { env } = process
	const address = typed ?? env['FAIRLEAD_SERVER']
	if (!address)
		throw new CommandError('Specify the server with --server, or set FAIRLEAD_SERVER.', EXIT.usage)
	const server = baseAddress(parseAddress(address))
	requireSafeTransport(server, insecure ?? false)
	const token = env[TOKEN]?.trim()
	if (!token) throw new CommandError(NEEDS_TOKEN, EXIT.usage)
	return { server, token }
}

function print(value: unknown): void {
	process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Names are other people's words: they move no cursor and hide nothing. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�')
