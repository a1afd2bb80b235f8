/** Whether this browser notifies the person, and by a sound: their choices here, and what the browser allows. */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../ui/layout.ts'

const STORAGE_KEY = 'fairlead.notify'
const SOUND_KEY = 'fairlead.agents.sound'
const listeners = new Set<() => void>()

/** blocked: the browser refuses, and only its own settings can change that · missing: it cannot. */
export type NotifyChoice = 'on' | 'off' | 'blocked' | 'missing'

export function notifyChoice(): NotifyChoice {
	if (typeof Notification === 'undefined') return 'missing'
	if (Notification.permission === 'denied') return 'blocked'
	const on = readStored(STORAGE_KEY) === 'on' && Notification.permission === 'granted'
	return on ? 'on' : 'off'
}

/** Asks the browser for permission where it has not been given. */
export async function chooseNotify(on: boolean): Promise<void> {
	if (on && Notification.permission === 'default') await Notification.requestPermission()
	writeStored(STORAGE_KEY, on && Notification.permission === 'granted' ? 'on' : 'off')
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
