/**
 * The page's service worker: notifies the person of what needs them, and of coding agents that wait if they want that, while no
 * page of Fairlead is visible. A push has no content; what waits is read from the server, with the session of this browser. It
 * keeps nothing and answers no requests of the page.
 */
import type { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import type { PushState, WaitingAgents } from '@fairlead/protocol/people/push'
import { answered, type Notice, noticesOf } from './notices.ts'

declare const self: ServiceWorkerGlobalScope

const ICON = '/icon-192.png'

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('push', (event) => event.waitUntil(notify()))
self.addEventListener('notificationclick', (event) => {
	event.notification.close()
	event.waitUntil(open(String(event.notification.data?.path ?? '/')))
})
self.addEventListener('pushsubscriptionchange', (event) =>
	(event as ExtendableEvent).waitUntil(subscribeAgain()),
)

async function notify(): Promise<void> {
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
	// It shows what waits by itself.
	if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
	const [needs, agents, shown] = await Promise.all([
		read<NeedsYou>('/api/needs-you'),
		read<WaitingAgents>('/api/push/agents'),
		self.registration.getNotifications(),
	])
	const tags = new Map(shown.map(({ tag, data }) => [tag, Number(data?.at ?? 0)]))
	const outdated = new Set(answered(needs, tags))
	for (const notification of shown) {
		if (outdated.has(notification.tag)) notification.close()
	}
	await Promise.all(noticesOf(needs, agents, tags).map(show))
}

const show = ({ title, body, tag, path, silent, at }: Notice): Promise<void> =>
	self.registration.showNotification(title, {
		body,
		tag,
		icon: ICON,
		data: { path, at },
		silent,
		// With the same tag it would be replaced without a sound.
		...(silent ? {} : { renotify: true }),
	} as NotificationOptions)

/** null: the server is away, or the session has ended. */
async function read<T>(path: string): Promise<T | null> {
	try {
		const answer = await fetch(path, { cache: 'no-store' })
		return answer.ok ? ((await answer.json()) as T) : null
	} catch {
		return null
	}
}

/** In a page that is open, rather than in one more. */
async function open(path: string): Promise<void> {
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
	const [page] = pages
	if (!page) return void (await self.clients.openWindow(path))
	await page.focus()
	// A page that this worker does not control cannot be led anywhere.
	await page.navigate(path).catch(() => self.clients.openWindow(path))
}

/** The push service has changed its address. */
async function subscribeAgain(): Promise<void> {
	const state = (await (await fetch('/api/push', { cache: 'no-store' })).json()) as PushState
	const { endpoint } = await self.registration.pushManager.subscribe({
		userVisibleOnly: true,
		applicationServerKey: state.publicKey,
	})
	await fetch('/api/push', {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ endpoint, agents: state.agents }),
	})
}
