import type { LucideIcon } from 'lucide-react'

export interface PaletteCommand {
	readonly id: string
	readonly title: string
	readonly icon: LucideIcon
	readonly shortcut?: string
	readonly run: () => void
}
