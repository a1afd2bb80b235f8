/** A person's account: passkeys, ways to sign in, deletion. The forms of WebAuthn are the browser's own (`toJSON`). */
import * as z from 'zod/mini'
import { ArenaPlayerName } from '../arena/player-name.ts'
import { Id } from '../http/id.ts'
import { Me } from './session.ts'

export const PersonName = z
	.string()
	.check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(100))
export const UpdateAccount = z.object({ name: PersonName })
export type UpdateAccount = z.infer<typeof UpdateAccount>

/** One way to sign in. */
export const WayIn = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('setup_token') }),
	z.object({ kind: z.literal('passkeys'), count: z.int() }),
	/** An account at another service; `label`: how that service names it. */
	z.object({ kind: z.literal('identity'), provider: z.string(), label: z.string() }),
	z.object({ kind: z.literal('mail'), email: z.string() }),
])
export type WayIn = z.infer<typeof WayIn>
export const Account = z.object({
	userId: Id,
	name: z.string(),
	role: Me.shape.role,
	createdAt: z.int(),
	signInMethods: z.array(WayIn),
})
export type Account = z.infer<typeof Account>

export const MAX_PASSKEYS = 20
export const PasskeyName = z
	.string()
	.check(z.trim(), z.minLength(1, 'Give the passkey a name.'), z.maxLength(100))
export const Passkey = z.object({
	id: Id,
	name: z.string(),
	/** Synced to the person's other devices. */
	backedUp: z.boolean(),
	createdAt: z.int(),
	lastUsedAt: z.nullable(z.int()),
})
export type Passkey = z.infer<typeof Passkey>
export const PasskeyList = z.object({ passkeys: z.array(Passkey) })
export const UpdatePasskey = z.object({ name: PasskeyName })
export const RemovePasskey = z.object({
	/** `remove`: also if nothing else signs this person in. */
	lastWayIn: z.optional(z.literal('remove')),
})

/** The account's name at that service, as the account lists it. */
export const RemoveIdentity = z.object({ label: z.string().check(z.maxLength(500)) })

/** Options for the browser: `PublicKeyCredentialCreationOptionsJSON` or `…RequestOptionsJSON`. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

/** Credential ids have at most 1,023 bytes. */
const CredentialId = z.string().check(z.regex(/^[\w-]{1,1364}$/))
const base64Url = (max: number) => z.string().check(z.regex(/^[\w-]*$/), z.maxLength(max))
const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }
const clientData = { clientDataJSON: base64Url(8_000) }

/** `RegistrationResponseJSON` of WebAuthn, as far as it is read. */
export const PasskeyRegistration = z.object({
	...credential,
	response: z.object({
		...clientData,
		attestationObject: base64Url(32_000),
		transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
	}),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** `AuthenticationResponseJSON` of WebAuthn, as far as it is read. */
export const PasskeyAssertion = z.object({
	...credential,
	response: z.object({
		...clientData,
		authenticatorData: base64Url(8_000),
		signature: base64Url(8_000),
		userHandle: z.optional(z.nullable(base64Url(100))),
	}),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const PlannedProject = z.object({ id: Id, name: z.string(), conversations: z.int() })
/** The projects that the deletion of the account would delete or leave. */
export const DeletionPlan = z.object({
	/** Deleted with everything in them: nobody else is a member. */
	deletes: z.array(PlannedProject),
	/** They stay, without the person. */
	leaves: z.array(PlannedProject),
	/** The person is their only owner, but not their only member: nothing is deleted while there is one. */
	blocked: z.array(PlannedProject),
})
export type DeletionPlan = z.infer<typeof DeletionPlan>
export const DeleteAccount = z.object({
	/** The account's name, as a confirmation. */
	name: z.string().check(z.maxLength(200)),
})
export type DeleteAccount = z.infer<typeof DeleteAccount>

/** Everything that is stored about a person: a list for each kind of thing, in the columns of the database. */
export const AccountExport = z.looseObject({
	exportedAt: z.string(),
	account: z.array(z.looseObject({})),
	conversations: z.array(z.looseObject({})),
	/** Last: a download that was cut off lacks it. */
	complete: z.literal(true),
})
export type AccountExport = z.infer<typeof AccountExport>

/** A player of the embedded Core War arena. */
export const MakeArenaPlayer = z.object({
	/** Ignored if you have a player already. */
	name: ArenaPlayerName,
})

export const ArenaPlayerKey = z.object({
	id: z.int(),
	name: z.string(),
	/** Shown this once. */
	apiKey: z.string(),
})
export type ArenaPlayerKey = z.infer<typeof ArenaPlayerKey>
