/** Notifications of this browser while no page of it is open: its subscription, here and at the server. */
import { PushState } from '@fairlead/protocol/people/push'
import { api, apiDone } from '../api/client.ts'
import { ApiError } from '../api/problem.ts'
import { agentsTag, isAgentsTag } from './notice-tags.ts'
import { agentNotifyChoice } from './notify-choice.ts'

const SCRIPT = '/push-worker.js'

/** False on pages without https, in private windows of some browsers, and on an iPhone until the page is on its Home Screen. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/**
 * Subscribes the browser where it is not, and tells the server what the person wants. Does nothing where both are right.
 *
 * @throws ApiError if the server cannot be told, or the browser or its push service refuses
 */
export async function subscribePush(): Promise<void> {
	const server = await api(PushState, '/api/push')
	const endpoint = await subscribed(server.publicKey).catch((error: unknown) => {
		throw new ApiError('unavailable', 'This browser could not subscribe to notifications.', {
			detail: `${error instanceof Error ? error.message : error}. Try again later, or choose “While open”.`,
		})
	})
	const agents = agentNotifyChoice() === 'push'
	if (endpoint === server.endpoint && agents === server.agents) return
	await apiDone('/api/push', { method: 'PUT', body: { endpoint, agents } })
}

/** The address of this browser's subscription, which is made where there is none with this key. */
async function subscribed(publicKey: string): Promise<string> {
	await navigator.serviceWorker.register(SCRIPT)
	const { pushManager } = await navigator.serviceWorker.ready
	const before = await pushManager.getSubscription()
	if (before && keyOf(before) === publicKey) return before.endpoint
	await before?.unsubscribe()
	const made = await pushManager.subscribe({
		userVisibleOnly: true,
		applicationServerKey: publicKey,
	})
	return made.endpoint
}

/** First at the server: from then on, nothing comes, whatever the browser does. */
export async function unsubscribePush(): Promise<void> {
	await apiDone('/api/push', { method: 'DELETE' })
	const registration = await navigator.serviceWorker.getRegistration()
	await (await registration?.pushManager.getSubscription())?.unsubscribe()
	await registration?.unregister()
}

/** Takes away what the browser still shows of conversations that no longer wait. */
export async function closeAnswered(waiting: ReadonlySet<string>): Promise<void> {
	const registration = await navigator.serviceWorker.getRegistration()
	for (const notification of (await registration?.getNotifications()) ?? []) {
		if (!waiting.has(notification.tag) && !isAgentsTag(notification.tag)) notification.close()
	}
}

/** Takes away what the browser still shows of a project's coding agents. */
export async function closeAgentsNotice(projectId: string): Promise<void> {
	const registration = await navigator.serviceWorker.getRegistration()
	const shown = await registration?.getNotifications({ tag: agentsTag(projectId) })
	for (const notification of shown ?? []) notification.close()
}

/** In base64url, like the server's. */
function keyOf({ options }: PushSubscription): string {
	const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')
}
