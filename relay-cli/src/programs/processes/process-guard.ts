/**
 * Ends the commands of a relay that was killed: a killed process can end nothing itself. One shell, which sleeps,
 * reads the groups that are alive; when the relay's end of its input closes, it ends them. It can end the groups below them
 * as well: it stops them all first, so that they do not end by themselves and leave those.
 *
 * On Windows there is none: Node puts its children into a job that ends with it, but not what they start in turn.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { OWN_GROUP } from './process-tree.ts'

/** Adds the groups that processes below the groups lead. */
const BELOW = `PATH=/usr/bin:/bin
for group in $alive; do kill -STOP -"$group" 2>/dev/null; done
rows=$(ps -A -o pid= -o ppid= -o pgid= 2>/dev/null)
below="$alive"
before=
while [ "$before" != "$below" ]; do
	before="$below"
	while read -r pid parent group; do
		case "$below" in *" $pid "*) continue ;; esac
		case "$below" in *" $parent "*) ;; *) continue ;; esac
		below="$below$pid "
		if [ "$pid" = "$group" ]; then alive="$alive$pid "; fi
	done <<END
$rows
END
done`

/** Lines are `+` or `-` and the number of a group. Groups are kept as ` 12 34 `. */
const script = (more: string): string => `trap '' HUP INT TERM
alive=' '
while read -r sign group; do
	case "$sign" in
		+) alive="$alive$group " ;;
		-) case "$alive" in *" $group "*) alive="\${alive%% $group *} \${alive#* $group }" ;; esac ;;
	esac
done
${more}
for group in $alive; do kill -9 -"$group" 2>/dev/null; done`

export class ProcessGuard {
	readonly #script: string
	#shell: ChildProcess | null = null

	/** @param below also ends the groups below those that are added, as far as they are there when the relay is killed */
	constructor({ below = false } = {}) {
		this.#script = script(below ? BELOW : '')
	}

	/** @param leader of a group that was just started */
	add(leader: number): void {
		this.#tell(`+ ${leader}\n`)
	}

	/** The group is over, and its number may be given to another one. */
	remove(leader: number): void {
		this.#tell(`- ${leader}\n`)
	}

	close(): void {
		this.#shell?.stdin?.end()
		this.#shell = null
	}

	#tell(line: string): void {
		if (!OWN_GROUP) return
		this.#shell ??= this.#start()
		this.#shell.stdin?.write(line)
	}

	#start(): ChildProcess {
		const shell = spawn('/bin/sh', ['-c', this.#script], {
			stdio: ['pipe', 'ignore', 'ignore'],
			detached: true,
			cwd: '/',
			env: {},
		})
		const lost = () => {
			if (this.#shell === shell) this.#shell = null
		}
		shell.on('error', lost)
		shell.on('exit', lost)
		shell.stdin.on('error', lost)
		// It must not keep the relay from ending.
		shell.unref()
		return shell
	}
}
