% The Jacobian of a frame on a body: J and T are those of the body, PLACE the transform from the frame to the body.
function J = moveJacobian(J, T, place)
  for k = 1:size(J, 3)
    J(4:6, :, k) -= crossMatrix(T(1:3, 1:3, min(k, end)) * place(1:3, 4)) * J(1:3, :, k);
  end
end
