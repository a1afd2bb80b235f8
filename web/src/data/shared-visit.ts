/** The visit through a share link, on the pages that show it; null on pages of members. */
import type { OpenedShare } from '@fairlead/protocol/people/shares'
import { createContext } from 'react'

export const SharedVisit = createContext<OpenedShare | null>(null)

export const sharedPath = (token: string, conversationId?: string): string =>
	`/shared/${token}${conversationId === undefined ? '' : `/c/${conversationId}`}`

export const exportPath = (conversationId: string, format: 'html' | 'markdown' | 'json'): string =>
	`/api/conversations/${conversationId}/export/${format}`
