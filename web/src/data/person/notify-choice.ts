/** Whether this browser notifies the person, and by a sound: their choices here, and what the browser allows. */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../ui/layout.ts'

const STORAGE_KEY = 'fairlead.notify'
const SOUND_KEY = 'fairlead.agents.sound'
const AGENTS_KEY = 'fairlead.agents.notify'
const listeners = new Set<() => void>()

/** A person's: `on` while a page is open; `push` also while none is. */
export type NotifyWish = 'off' | 'on' | 'push'
/** blocked: the browser refuses, and only its own settings can change that · missing: it cannot. */
export type NotifyChoice = NotifyWish | 'blocked' | 'missing'

export function notifyChoice(): NotifyChoice {
	if (typeof Notification === 'undefined') return 'missing'
	if (Notification.permission === 'denied') return 'blocked'
	const stored = readStored(STORAGE_KEY)
	const wished = stored === 'on' || stored === 'push' ? stored : 'off'
	return Notification.permission === 'granted' ? wished : 'off'
}

/** Asks the browser for permission where it has not been given. */
export async function chooseNotify(wish: NotifyWish): Promise<void> {
	if (wish !== 'off' && Notification.permission === 'default')
		await Notification.requestPermission()
	writeStored(STORAGE_KEY, Notification.permission === 'granted' ? wish : 'off')
	for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

export const useNotifyChoice = (): NotifyChoice => useSyncExternalStore(subscribe, notifyChoice)

export function chooseAgentSound(on: boolean): void {
	writeStored(SOUND_KEY, on ? 'on' : 'off')
	for (const listener of listeners) listener()
}

/** Whether it is heard when a coding agent begins to wait for somebody. */
export const useAgentSound = (): boolean =>
	useSyncExternalStore(subscribe, () => readStored(SOUND_KEY) === 'on')

export function chooseAgentNotify(wish: NotifyWish): void {
	writeStored(AGENTS_KEY, wish)
	for (const listener of listeners) listener()
}

/** How the person is notified when a coding agent begins to wait for them: no more than of what needs them. */
export function agentNotifyChoice(): NotifyWish {
	const choice = notifyChoice()
	if (choice !== 'on' && choice !== 'push') return 'off'
	const stored = readStored(AGENTS_KEY)
	if (stored === 'push') return choice
	return stored === 'on' ? 'on' : 'off'
}

export const useAgentNotifyChoice = (): NotifyWish =>
	useSyncExternalStore(subscribe, agentNotifyChoice)
