#nullable enable
using System;
using System.Linq;

#if UNITY_6000_4_OR_NEWER
namespace UnityEngine
#else
namespace UnityEditor
#endif
{
    /// <summary>128 bits that name an asset.</summary>
    [Serializable]
    public struct GUID : IComparable, IComparable<GUID>, IEquatable<GUID>
    {
        private string? hex;

        public GUID(string hexRepresentation)
        {
            hex = null;
            TryParse(hexRepresentation, out this);
        }

        private readonly string Hex => hex ?? Zero;

        public static bool operator ==(GUID x, GUID y) => x.Equals(y);

        public static bool operator !=(GUID x, GUID y) => !x.Equals(y);

        public static bool operator <(GUID x, GUID y) => x.CompareTo(y) < 0;

        public static bool operator >(GUID x, GUID y) => x.CompareTo(y) > 0;

        public static GUID Generate() => new GUID(Guid.NewGuid().ToString("N"));

        public static bool TryParse(string hex, out GUID result)
        {
            result = default;
            if (hex == null || hex.Length != Zero.Length || !hex.All(Uri.IsHexDigit)) return false;
            result.hex = hex.ToLowerInvariant();
            return true;
        }

        public readonly bool Empty() => Hex == Zero;

        public readonly bool Equals(GUID obj) => Hex == obj.Hex;

        public override readonly bool Equals(object? obj) => obj is GUID other && Equals(other);

        public override readonly int GetHashCode() => Hex.GetHashCode();

        public readonly int CompareTo(GUID rhs) => string.CompareOrdinal(Hex, rhs.Hex);

        public readonly int CompareTo(object? obj) => obj is GUID other ? CompareTo(other) : 1;

        public override readonly string ToString() => Hex;

        private const string Zero = "00000000000000000000000000000000";
    }
}
