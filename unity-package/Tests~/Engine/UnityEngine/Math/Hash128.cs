using System;
using System.Globalization;
using System.Text;

namespace UnityEngine
{
    [Serializable]
    public struct Hash128 : IComparable, IComparable<Hash128>, IEquatable<Hash128>
    {
        [SerializeField] internal ulong u64_0;
        [SerializeField] internal ulong u64_1;

        public Hash128(ulong u64_0, ulong u64_1)
        {
            this.u64_0 = u64_0;
            this.u64_1 = u64_1;
        }

        public readonly bool isValid => u64_0 != 0 || u64_1 != 0;

        /// <summary>A text other than 32 hexadecimal digits gives the invalid hash, as in Unity.</summary>
        public static Hash128 Parse(string hashString)
        {
            if (hashString == null || hashString.Length != 32) return default;
            var bytes = new byte[16];
            for (var i = 0; i < bytes.Length; i++)
                if (!byte.TryParse(hashString.Substring(i * 2, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture,
                    out bytes[i])) return default;
            return new Hash128(BitConverter.ToUInt64(bytes, 0), BitConverter.ToUInt64(bytes, 8));
        }

        public override readonly string ToString()
        {
            var text = new StringBuilder(32);
            foreach (var part in new[] { u64_0, u64_1 })
                foreach (var b in BitConverter.GetBytes(part)) text.Append(b.ToString("x2", CultureInfo.InvariantCulture));
            return text.ToString();
        }

        public readonly int CompareTo(Hash128 rhs) => u64_1 != rhs.u64_1 ? u64_1.CompareTo(rhs.u64_1) : u64_0.CompareTo(rhs.u64_0);
        public readonly int CompareTo(object obj) => obj is Hash128 other ? CompareTo(other) : 1;
        public readonly bool Equals(Hash128 obj) => this == obj;
        public override readonly bool Equals(object obj) => obj is Hash128 other && this == other;
        public override readonly int GetHashCode() => u64_0.GetHashCode() ^ u64_1.GetHashCode();
        public static bool operator ==(Hash128 hash1, Hash128 hash2) => hash1.u64_0 == hash2.u64_0 && hash1.u64_1 == hash2.u64_1;
        public static bool operator !=(Hash128 hash1, Hash128 hash2) => !(hash1 == hash2);
    }
}
