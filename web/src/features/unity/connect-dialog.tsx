import { settingsPath } from '../../data/address.ts'
import { useMayEdit } from '../../data/person/use-role.ts'
import { useRoom } from '../../data/room/room-context.tsx'
import { isThisComputerOnly, ThisComputerOnly } from '../../parts/this-computer-only.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { Link } from '../../ui/link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ComputerSetUp } from './computer-set-up.tsx'

function Command(props: { text: string; label: string }) {
	return (
		<div className="mt-2 flex items-start rounded-md border border-edge bg-bg">
			<code className="min-w-0 flex-1 px-3 py-2 font-mono text-cap leading-5 wrap-anywhere">
				{/* Breaks between words only: `--project` in two pieces reads like a mistake. */}
				{props.text.split(' ').map((word) => (
					<span key={word}>
						<span className="inline-block max-w-full">{word}</span>{' '}
					</span>
				))}
			</code>
			<CopyButton label={props.label} text={() => props.text} className="m-0.5" />
		</div>
	)
}

function Numbered(props: { n: number; title: string; children: React.ReactNode }) {
	return (
		<li className="flex gap-3">
			<span
				aria-hidden
				className="tabular flex size-5 shrink-0 items-center justify-center rounded-full bg-press text-cap font-medium"
			>
				{props.n}
			</span>
			<div className="min-w-0 flex-1">
				<p className="font-medium leading-5">{props.title}</p>
				<div className="mt-0.5 text-line text-muted">{props.children}</div>
			</div>
		</li>
	)
}

function headingOf(hasRelay: boolean, onlyHere: boolean): string {
	if (onlyHere) return 'Your Unity projects, with a relay of their own'
	return hasRelay ? 'Another computer' : 'On the computer with Unity'
}

/** The steps that connect a Unity project on any computer. */
export function ConnectDialog(props: { projectId: string; onClose: () => void }) {
	const room = useRoom()
	const mayEdit = useMayEdit()
	const relays = room.state?.relays ?? []
	const onlyHere = isThisComputerOnly(location.hostname)
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title="Connect Unity"
			description="The relay, a small program that runs next to Unity, connects out to this server. It opens no public port."
		>
			<Note level="info" title="The package has not been run in Unity itself yet." className="mt-5">
				It is tested against a fake engine. If something does not work, its README says where to
				look.
			</Note>
			{relays.length > 0 && mayEdit && (
				<ComputerSetUp projectId={props.projectId} relays={relays} />
			)}
			<h3 className="mt-6 font-medium">{headingOf(relays.length > 0, onlyHere)}</h3>
			<ThisComputerOnly className="mt-2">
				To connect one, run the server where both reach it (docs/deploy.md), open this page by that
				address, and take the command from there.
			</ThisComputerOnly>
			<ol className="mt-3 flex flex-col gap-5">
				<Numbered n={1} title="In a clone of the Fairlead repository, once">
					<Command
						label="Copy command"
						text={`npm run fairlead -- login --url ${location.origin}/p/${props.projectId}`}
					/>
					<p className="mt-2">
						It shows an address with a code. Open it in any browser in which you are signed in, and
						approve the computer.
					</p>
				</Numbered>
				<Numbered n={2} title="There, whenever you work in Unity">
					<Command label="Copy command" text="npm run fairlead -- up" />
				</Numbered>
				<Numbered n={3} title="Choose the Unity project here">
					The computer’s projects appear on this page. The package is installed and Unity is opened
					from here.
				</Numbered>
			</ol>
			<p className="mt-5 text-line text-muted">
				Any other folder works without Unity, with its files, commands and Git:
			</p>
			<Command label="Copy command" text="npm run fairlead -- link <folder>" />
			<p className="mt-5 text-line text-muted">
				For a computer that nobody sits at, create a relay token in{' '}
				<Link
					to={settingsPath(props.projectId, 'relay-tokens')}
					onClick={props.onClose}
					className="underline"
				>
					the project’s settings
				</Link>
				.
			</p>
		</Dialog>
	)
}
