using System;

namespace UnityEngine
{
    [Serializable]
    public struct RenderingLayerMask
    {
        [SerializeField] private uint m_Bits;

        public uint value { readonly get => m_Bits; set => m_Bits = value; }

        public static implicit operator uint(RenderingLayerMask mask) => mask.m_Bits;
        public static implicit operator RenderingLayerMask(uint intVal) => new() { m_Bits = intVal };
    }
}
