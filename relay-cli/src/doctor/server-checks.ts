/** Checks of one server: the proxy on the way, the connection, its clock and its version. */
import type { Check } from '@fairlead/protocol/editors/diagnosis'
import { Health } from '@fairlead/protocol/http/health'
import { isNewer } from '../platform/version.ts'
import { askProxy } from '../proxy/ask-proxy.ts'
import { isProxyAddress, type ProxyEnvironment, proxyOf } from '../proxy/proxy-environment.ts'
import { CAN_USE_PROXY } from '../proxy/use-proxy.ts'
import { Checker } from './check.ts'
import { networkReason } from './network-reason.ts'

/** A viewer's question to the relay must be answered within nine seconds. */
export const ANSWER_TIMEOUT_MS = 5_000
/** Times in lists and logs look wrong. */
const SKEW_WARNING_MS = 60_000
/** Certificates and signed addresses are refused. */
const SKEW_FAILED_MS = 5 * 60_000
/** The header counts whole seconds. */
const DATE_PRECISION_MS = 1_000
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

export interface Network {
	readonly proxies: ProxyEnvironment | null
	readonly relayVersion: string
	now(): number
}

export async function checkServer(server: string, network: Network): Promise<Check[]> {
	const proxy = await checkProxy(server, network)
	if (proxy?.status === 'failed')
		return [
			proxy,
			new Checker('server', server).skipped('The proxy does not let the relay through.'),
		]
	const checks = await askServer(server, network)
	return proxy === null ? checks : [proxy, ...checks]
}

/** Returns null if no proxy is set. */
async function checkProxy(server: string, { proxies }: Network): Promise<Check | null> {
	if (proxies === null) return null
	const check = new Checker('proxy', server)
	const address = new URL(server)
	const shown = proxyOf(address, proxies)
	if (shown === null) return check.ok('Reached without the proxy (NO_PROXY).')
	if (!CAN_USE_PROXY)
		return check.failed(
			`The environment names the proxy ${shown}, but this Node cannot use one.`,
			'Use Node 24.14 or newer: "npm ci" in your clone of Fairlead installs it.',
		)
	const secure = address.protocol === 'https:'
	const given = (secure ? proxies.HTTPS_PROXY : proxies.HTTP_PROXY) ?? ''
	const name = secure ? 'HTTPS_PROXY' : 'HTTP_PROXY'
	if (!isProxyAddress(given))
		return check.failed(
			`${name} is not an address of a proxy.`,
			`Set ${name} to an address such as http://proxy.example:8080, or unset it.`,
		)
	const answer = await askProxy(given, `${address.hostname}:${address.port || (secure ? 443 : 80)}`)
	switch (answer.kind) {
		case 'tunnel':
			return check.ok(`Reached through ${shown}.`)
		case 'unreachable':
			return check.failed(
				`The proxy ${shown} cannot be reached (${answer.why}).`,
				`Correct ${name}, or add ${address.hostname} to NO_PROXY if it can be reached directly.`,
			)
		case 'refused':
			return answer.status === 407
				? check.failed(
						`The proxy ${shown} asks for a user name and password (HTTP 407).`,
						`Put them into ${name}: http://user:password@host:port. Characters such as @ must be percent-encoded.`,
					)
				: check.failed(
						`The proxy ${shown} refuses to connect to this server (HTTP ${answer.status}).`,
						`Ask whoever runs the proxy to allow ${address.hostname}, or add it to NO_PROXY.`,
					)
		default:
			return answer satisfies never
	}
}

async function askServer(server: string, network: Network): Promise<Check[]> {
	const check = new Checker('server', server)
	const startedAt = network.now()
	const started = performance.now()
	let answer: Response
	let body: unknown
	try {
		answer = await fetch(`${server}/api/health`, {
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
			redirect: 'manual',
			headers: { 'user-agent': `fairlead/${network.relayVersion}` },
		})
		body = await answer.json().catch(() => null)
	} catch (error) {
		const { found, fix } = networkReason(error, new URL(server).hostname)
		return [check.failed(found, fix)]
	}
	const tookMs = Math.round(performance.now() - started)
	if (answer.status >= 300 && answer.status < 400)
		return [
			check.failed(
				'The server redirects to another address. The relay does not follow: it would carry its token there.',
				'Link the folder with the address that the browser shows.',
			),
		]
	const health = Health.safeParse(body)
	if (!health.success)
		return [
			check.failed(
				`Something other than Fairlead answered (HTTP ${answer.status}).`,
				'Check the address. A hotel or company network may ask you to sign in first.',
			),
		]
	const clock = checkClock(server, answer.headers.get('date'), startedAt, network.now())
	return [
		isPlain(server)
			? check.warning(
					`Answered in ${tookMs} ms, over http://: others on the network can read the token.`,
					'Serve it over https://, and link the folder again.',
				)
			: check.ok(`Answered in ${tookMs} ms.`),
		clock,
		checkVersion(server, health.data.version, network.relayVersion),
	]
}

const isPlain = (server: string): boolean => {
	const { protocol, hostname } = new URL(server)
	return protocol === 'http:' && !LOOPBACK.test(hostname)
}

/** The server's date lies between sending and receiving, unless one of the clocks is wrong. */
export function checkClock(
	server: string,
	date: string | null,
	sentAt: number,
	receivedAt: number,
): Check {
	const check = new Checker('clock', server)
	const told = date === null ? Number.NaN : Date.parse(date)
	if (Number.isNaN(told)) return check.skipped('The server does not tell the time.')
	const behindMs = Math.max(0, told - receivedAt)
	const aheadMs = Math.max(0, sentAt - (told + DATE_PRECISION_MS))
	const skewMs = Math.max(behindMs, aheadMs)
	const seconds = Math.round(skewMs / 1_000)
	if (skewMs < SKEW_WARNING_MS) return check.ok("This machine's clock agrees with the server's.")
	const found = `This machine's clock is ${seconds} s ${behindMs > 0 ? 'behind' : 'ahead of'} the server's.`
	const fix = 'Turn on automatic time in the settings of the system.'
	return skewMs < SKEW_FAILED_MS ? check.warning(found, fix) : check.failed(found, fix)
}

/** Relay and server come from one clone, so the server's version is the newest that it knows. */
export function checkVersion(server: string, serverVersion: string, own: string): Check {
	const check = new Checker('version', server)
	if (isNewer(serverVersion, own))
		return check.warning(
			`The relay is ${own}, the server ${serverVersion}.`,
			'Update the relay: in your clone of Fairlead, run "git pull && npm ci", then "npm run fairlead -- restart".',
		)
	return check.ok(`The relay is ${own}, the server ${serverVersion}.`)
}
