import type { ReactNode } from 'react'
import { ThemeMenu } from '../features/theme/theme-menu.tsx'
import { Mark } from '../ui/mark.tsx'

/** The frame of the pages before signing in. */
export function Entrance(props: { title: string; children: ReactNode }) {
	return (
		<main className="flex min-h-dvh flex-col">
			<div className="flex h-12 items-center justify-end px-2">
				<ThemeMenu />
			</div>
			<div className="flex flex-1 items-center justify-center px-4 pb-24">
				<div className="w-full max-w-md">
					<p className="flex items-center gap-2.5 text-muted">
						<Mark className="size-6 text-text" /> Fairlead
					</p>
					<h1 className="mt-5 text-display font-semibold tracking-tight text-balance">
						{props.title}
					</h1>
					{props.children}
				</div>
			</div>
		</main>
	)
}
