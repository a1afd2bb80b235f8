using System;

namespace UnityEngine
{
    /// <summary>Column-major, column vectors.</summary>
    [Serializable]
    public struct Matrix4x4 : IEquatable<Matrix4x4>
    {
        public float m00, m10, m20, m30;
        public float m01, m11, m21, m31;
        public float m02, m12, m22, m32;
        public float m03, m13, m23, m33;

        public Matrix4x4(Vector4 column0, Vector4 column1, Vector4 column2, Vector4 column3)
        {
            (m00, m10, m20, m30) = (column0.x, column0.y, column0.z, column0.w);
            (m01, m11, m21, m31) = (column1.x, column1.y, column1.z, column1.w);
            (m02, m12, m22, m32) = (column2.x, column2.y, column2.z, column2.w);
            (m03, m13, m23, m33) = (column3.x, column3.y, column3.z, column3.w);
        }

        public static Matrix4x4 identity =>
            new(new Vector4(1, 0, 0, 0), new Vector4(0, 1, 0, 0), new Vector4(0, 0, 1, 0), new Vector4(0, 0, 0, 1));
        public static Matrix4x4 zero => default;

        public float this[int row, int column]
        {
            readonly get => GetColumn(column)[row];
            set
            {
                var changed = GetColumn(column);
                changed[row] = value;
                SetColumn(column, changed);
            }
        }

        public readonly Vector4 GetColumn(int index) => index switch
        {
            0 => new Vector4(m00, m10, m20, m30),
            1 => new Vector4(m01, m11, m21, m31),
            2 => new Vector4(m02, m12, m22, m32),
            3 => new Vector4(m03, m13, m23, m33),
            _ => throw new IndexOutOfRangeException("Invalid column index!"),
        };

        public void SetColumn(int index, Vector4 column)
        {
            switch (index)
            {
                case 0: (m00, m10, m20, m30) = (column.x, column.y, column.z, column.w); break;
                case 1: (m01, m11, m21, m31) = (column.x, column.y, column.z, column.w); break;
                case 2: (m02, m12, m22, m32) = (column.x, column.y, column.z, column.w); break;
                case 3: (m03, m13, m23, m33) = (column.x, column.y, column.z, column.w); break;
                default: throw new IndexOutOfRangeException("Invalid column index!");
            }
        }

        public static Matrix4x4 Translate(Vector3 v) => TRS(v, Quaternion.identity, Vector3.one);
        public static Matrix4x4 Rotate(Quaternion q) => TRS(Vector3.zero, q, Vector3.one);
        public static Matrix4x4 Scale(Vector3 v) => TRS(Vector3.zero, Quaternion.identity, v);

        public static Matrix4x4 TRS(Vector3 pos, Quaternion q, Vector3 s) => new(
            q * Vector3.right * s.x, q * Vector3.up * s.y, q * Vector3.forward * s.z, new Vector4(pos.x, pos.y, pos.z, 1));

        public static Matrix4x4 Perspective(float fov, float aspect, float zNear, float zFar)
        {
            var scale = 1 / Mathf.Tan(fov * Mathf.Deg2Rad / 2);
            return new Matrix4x4(
                new Vector4(scale / aspect, 0, 0, 0), new Vector4(0, scale, 0, 0),
                new Vector4(0, 0, -(zFar + zNear) / (zFar - zNear), -1), new Vector4(0, 0, -2 * zFar * zNear / (zFar - zNear), 0));
        }

        public static Matrix4x4 Ortho(float left, float right, float bottom, float top, float zNear, float zFar) => new(
            new Vector4(2 / (right - left), 0, 0, 0), new Vector4(0, 2 / (top - bottom), 0, 0), new Vector4(0, 0, -2 / (zFar - zNear), 0),
            new Vector4(-(right + left) / (right - left), -(top + bottom) / (top - bottom), -(zFar + zNear) / (zFar - zNear), 1));

        public readonly Matrix4x4 transpose
        {
            get
            {
                var result = new Matrix4x4();
                for (var row = 0; row < 4; row++)
                    for (var column = 0; column < 4; column++) result[column, row] = this[row, column];
                return result;
            }
        }

        public readonly float determinant => TryInvert(out _, out var value) ? value : 0f;

        /// <summary>Zero where the matrix cannot be inverted.</summary>
        public readonly Matrix4x4 inverse => TryInvert(out var result, out _) ? result : zero;

        private readonly bool TryInvert(out Matrix4x4 result, out float determinant)
        {
            // Gauss-Jordan in double, with pivoting.
            var a = new double[4, 8];
            for (var row = 0; row < 4; row++)
            {
                for (var column = 0; column < 4; column++) a[row, column] = this[row, column];
                a[row, 4 + row] = 1;
            }
            double product = 1;
            result = zero;
            determinant = 0;
            for (var at = 0; at < 4; at++)
            {
                var pivot = at;
                for (var row = at + 1; row < 4; row++)
                    if (Math.Abs(a[row, at]) > Math.Abs(a[pivot, at])) pivot = row;
                if (Math.Abs(a[pivot, at]) < 1e-30) return false;
                if (pivot != at)
                {
                    product = -product;
                    for (var column = 0; column < 8; column++) (a[at, column], a[pivot, column]) = (a[pivot, column], a[at, column]);
                }
                var value = a[at, at];
                product *= value;
                for (var column = 0; column < 8; column++) a[at, column] /= value;
                for (var row = 0; row < 4; row++)
                {
                    if (row == at) continue;
                    var factor = a[row, at];
                    for (var column = 0; column < 8; column++) a[row, column] -= factor * a[at, column];
                }
            }
            for (var row = 0; row < 4; row++)
                for (var column = 0; column < 4; column++) result[row, column] = (float)a[row, 4 + column];
            determinant = (float)product;
            return true;
        }

        public readonly Vector3 lossyScale =>
            new(((Vector3)GetColumn(0)).magnitude, ((Vector3)GetColumn(1)).magnitude, ((Vector3)GetColumn(2)).magnitude);
        public readonly Quaternion rotation => Quaternion.LookRotation(GetColumn(2), GetColumn(1));

        public readonly Vector3 MultiplyPoint3x4(Vector3 point) =>
            (Vector3)GetColumn(0) * point.x + (Vector3)GetColumn(1) * point.y + (Vector3)GetColumn(2) * point.z + (Vector3)GetColumn(3);

        public readonly Vector3 MultiplyPoint(Vector3 point)
        {
            var result = this * new Vector4(point.x, point.y, point.z, 1);
            return new Vector3(result.x, result.y, result.z) / result.w;
        }

        public readonly Vector3 MultiplyVector(Vector3 vector) =>
            (Vector3)GetColumn(0) * vector.x + (Vector3)GetColumn(1) * vector.y + (Vector3)GetColumn(2) * vector.z;

        public static Vector4 operator *(Matrix4x4 m, Vector4 v) =>
            m.GetColumn(0) * v.x + m.GetColumn(1) * v.y + m.GetColumn(2) * v.z + m.GetColumn(3) * v.w;

        public static Matrix4x4 operator *(Matrix4x4 a, Matrix4x4 b) =>
            new(a * b.GetColumn(0), a * b.GetColumn(1), a * b.GetColumn(2), a * b.GetColumn(3));

        public readonly bool Equals(Matrix4x4 other) =>
            GetColumn(0).Equals(other.GetColumn(0)) && GetColumn(1).Equals(other.GetColumn(1)) && GetColumn(2).Equals(other.GetColumn(2))
                && GetColumn(3).Equals(other.GetColumn(3));
        public override readonly bool Equals(object other) => other is Matrix4x4 m && Equals(m);
        public override readonly int GetHashCode() => HashCode.Combine(GetColumn(0), GetColumn(1), GetColumn(2), GetColumn(3));
    }
}
