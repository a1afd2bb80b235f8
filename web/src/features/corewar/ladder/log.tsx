/** Uploads and battles while the page was open, with those that were refused. */
import { Trash2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { TextField } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import {
	LOG_CATEGORIES,
	LOG_LEVELS,
	type LogCategory,
	type LogLevel,
	LogStore,
	matching,
} from './log-store.ts'

/** Lasts as long as the page: what must last longer is in the player's battles. */
export const ladderLog = new LogStore()

const LEVEL_NAMES: Readonly<Record<LogLevel, string>> = { info: 'Events', problem: 'Problems' }
const CATEGORY_NAMES: Readonly<Record<LogCategory, string>> = {
	player: 'Player',
	upload: 'Uploads',
	duel: 'Duels',
	arena: 'Arenas',
}

export function Log() {
	const lines = useSyncExternalStore(ladderLog.subscribe, ladderLog.list)
	const [level, setLevel] = useState<LogLevel | null>(null)
	const [category, setCategory] = useState<LogCategory | null>(null)
	const [search, setSearch] = useState('')
	const shown = matching(lines, { level, category, search })
	return (
		<section aria-label="Log">
			<div className="flex items-center justify-between gap-2">
				<h3 className="text-line font-semibold">Log</h3>
				<IconButton
					label="Clear the log"
					disabled={lines.length === 0}
					onClick={() => ladderLog.clear()}
				>
					<Trash2 />
				</IconButton>
			</div>
			{lines.length > 0 && (
				<div className="core-pairs mt-1">
					<Select
						aria-label="Level"
						value={level ?? ''}
						onChange={(event) => setLevel((event.target.value || null) as LogLevel | null)}
					>
						<option value="">Everything</option>
						{LOG_LEVELS.map((one) => (
							<option key={one} value={one}>
								{LEVEL_NAMES[one]}
							</option>
						))}
					</Select>
					<Select
						aria-label="Category"
						value={category ?? ''}
						onChange={(event) => setCategory((event.target.value || null) as LogCategory | null)}
					>
						<option value="">All categories</option>
						{LOG_CATEGORIES.map((one) => (
							<option key={one} value={one}>
								{CATEGORY_NAMES[one]}
							</option>
						))}
					</Select>
					<TextField
						type="search"
						aria-label="Search the log"
						placeholder="Search"
						value={search}
						onChange={(event) => setSearch(event.target.value)}
						className="col-span-2"
					/>
				</div>
			)}
			{shown.length === 0 ? (
				<p className="mt-1 text-line text-muted">
					{lines.length === 0
						? 'Uploads and battles of this visit appear here.'
						: 'No line matches.'}
				</p>
			) : (
				<ol aria-label="Log" className="mt-2 divide-y divide-edge text-line">
					{shown.map((line) => (
						<li key={line.id} className="flex gap-2 py-1.5">
							<div className="min-w-0 flex-1">
								<p className={line.level === 'problem' ? 'text-danger' : ''}>
									{line.level === 'problem' && <span className="sr-only">Problem: </span>}
									{line.text}
								</p>
								{line.details.map((detail) => (
									<p key={detail} className="text-cap text-muted wrap-anywhere">
										{detail}
									</p>
								))}
							</div>
							<span className="shrink-0 text-cap text-faint">
								<RelativeTime at={line.at} />
							</span>
						</li>
					))}
				</ol>
			)}
		</section>
	)
}
