/** Whether this browser notifies the person: their choice here, and what the browser allows. */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../ui/layout.ts'

const STORAGE_KEY = 'fairlead.notify'
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

export const useNotifyChoice = (): NotifyChoice =>
	useSyncExternalStore((listener) => {
		listeners.add(listener)
		return () => listeners.delete(listener)
	}, notifyChoice)
