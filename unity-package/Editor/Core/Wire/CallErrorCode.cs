#nullable enable
using System;
using System.Text;

namespace Fairlead.Core
{
    /// <summary>Why a call failed. <see cref="EffectUnknown"/> alone leaves open whether it changed something.</summary>
    public enum CallErrorCode
    {
#pragma warning disable CS1591 // The names say it; they are the protocol's.
        InvalidArguments,
        UnknownTool,
        NotFound,
        Ambiguous,
        UnknownProperty,
        UnknownType,
        AlreadyExists,
        DirtyScene,
        InPlayMode,
        NotInPlayMode,
        CompileErrors,
        Unsupported,
        OutsideProject,
        StaleFile,
        NoMatch,
        TooLarge,
        NoEditor,
        AmbiguousTarget,
        TargetGone,
        EditorBusy,
        ModalDialog,
        DeadlineExceeded,
        EffectUnknown,
        Conflict,
        Denied,
        Cancelled,
        DiskFull,
        Internal,
#pragma warning restore CS1591
    }

    /// <summary>Names of <see cref="CallErrorCode"/> on the wire.</summary>
    internal static class CallErrorCodes
    {
        /// <summary>E.g. <c>effect_unknown</c>.</summary>
        internal static string WireName(this CallErrorCode code)
        {
            var name = new StringBuilder();
            foreach (var c in code.ToString())
            {
                if (char.IsUpper(c) && name.Length > 0) name.Append('_');
                name.Append(char.ToLowerInvariant(c));
            }
            return name.ToString();
        }
    }
}
