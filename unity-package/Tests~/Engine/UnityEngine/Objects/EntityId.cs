#if UNITY_6000_2_OR_NEWER
using System;

namespace UnityEngine
{
    [Serializable]
    public struct EntityId : IEquatable<EntityId>, IComparable<EntityId>
    {
        private readonly ulong m_Data;

        internal EntityId(ulong data) => m_Data = data;

        internal readonly ulong Data => m_Data;

        public static EntityId None => default;
        public readonly bool IsValid() => m_Data != 0;
        public readonly bool Equals(EntityId other) => m_Data == other.m_Data;
        public override readonly bool Equals(object obj) => obj is EntityId other && Equals(other);
        public readonly int CompareTo(EntityId other) => m_Data.CompareTo(other.m_Data);
        public override readonly int GetHashCode() => m_Data.GetHashCode();
        /// <summary>A text for people, not the id's digits.</summary>
        public override readonly string ToString() => $"EntityId({m_Data & 0xffffffff}:{m_Data >> 32})";
        public static bool operator ==(EntityId left, EntityId right) => left.Equals(right);
        public static bool operator !=(EntityId left, EntityId right) => !left.Equals(right);
        public static bool operator <(EntityId left, EntityId right) => left.m_Data < right.m_Data;
        public static bool operator >(EntityId left, EntityId right) => left.m_Data > right.m_Data;
        public static bool operator <=(EntityId left, EntityId right) => left.m_Data <= right.m_Data;
        public static bool operator >=(EntityId left, EntityId right) => left.m_Data >= right.m_Data;

#if UNITY_6000_4_OR_NEWER
        public static ulong ToULong(EntityId entityId) => entityId.m_Data;
        public static EntityId FromULong(ulong value) => new(value);
#endif
#if UNITY_6000_5_OR_NEWER
        [Obsolete("EntityId will not be representable by an int in the future.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("EntityId will not be representable by an int in the future.")]
#endif
        public static implicit operator int(EntityId entityId) => unchecked((int)(uint)entityId.m_Data);

#if UNITY_6000_6_OR_NEWER
        [Obsolete("EntityId will not be representable by an int in the future.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("EntityId will not be representable by an int in the future.")]
#endif
        public static implicit operator EntityId(int intValue) => new(unchecked((uint)intValue));
    }
}
#endif
